import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApplication } from '@comporta/contract/applications/application-api';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import { exportApplication, importApplication } from '@comporta/contract/transfer/transfer-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../platform/base/version.ts';
import { nodeOf } from '../testing/node-versions.ts';
import { findFreePort, spawnProgram } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { signUp } from './company.ts';
import { processOf } from './service-process.ts';
import { documentOf } from './siege/imported-document.ts';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKED = path.join(TOP, `dist/comporta-${VERSION}.tgz`);
const NODES = { 'Node 22': () => nodeOf('22.23.3'), 'Node 24': () => process.execPath };

const NOBODY = 65_534;
/** Only root on Linux can mount in a namespace of its own, without an effect on other processes. */
const CAN_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-o', 'remount,bind,ro', '/']).status === 0;

describe('OPS-05: the package, installed in an empty folder', () => {
  let folder: string;
  beforeAll(() => {
    // `npm test` has built the package before.
    if (!existsSync(PACKED)) npm(['run', '--silent', 'package'], TOP);
    folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-installed-'));
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    // Without the optional embedded PostgreSQL, as with DATABASE_URL: the tests bring their own.
    npm(['install', '--omit=optional', '--no-audit', '--no-fund', '--silent', PACKED], folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(NODES))(
    'serves the console, the API and its documentation on %s',
    async (_, node) => {
      const database = await createTestDatabase();
      const program = path.join(folder, 'node_modules/.bin/comporta');
      const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
      const service = await processOf(await spawnProgram([program], settings, node()));
      const admin = await signUp(service, 'ana@example.com');
      const body = { name: 'Shop', environments: [{ name: 'Production' }] };
      expect(await admin.call(createApplication, { body })).toMatchObject({ name: 'Shop' });
      const page = await (await fetch(`${service.url}/`)).text();
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
      for (const address of [script, '/api/openapi.json', '/api/docs/static/swagger-ui.css']) {
        const answer = await fetch(`${service.url}${address}`);
        expect([address, answer.status]).toEqual([address, 200]);
        expect((await answer.text()).length).toBeGreaterThan(100);
      }
      await service.stop();
      await database.drop();
    },
  );

  it('OPS-01: imports a document that is too large for the event loop in a worker thread of the bundle', async () => {
    const database = await createTestDatabase();
    const program = path.join(folder, 'node_modules/.bin/comporta');
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
    const service = await processOf(await spawnProgram([program], settings));
    const admin = await signUp(service, 'ana@example.com');
    const body = { name: 'Shop', environments: [{ name: 'Production' }] };
    const { id: appId } = await admin.call(createApplication, { body });
    const document: ApplicationDocument = JSON.parse(documentOf(2_000, 1));
    expect(JSON.stringify(document).length).toBeGreaterThan(128 * 1024);
    const params = { appId };
    const { changes } = await admin.call(importApplication, { params, query: {}, body: document });
    expect(changes).toHaveLength(2_000);
    expect((await admin.call(exportApplication, { params })).toggles).toHaveLength(2_000);
    // A refusal that is thrown in the thread stays a refusal.
    const broken = { ...document, environments: ['Production', 'Production'] };
    await expect(
      admin.call(importApplication, { params, query: {}, body: broken }),
    ).rejects.toMatchObject({ code: 'DUPLICATE_ENVIRONMENT' });
    await service.stop();
    await database.drop();
  });

  it('runs with the command and settings of the systemd unit, and ends with 0', async () => {
    const unit = readFileSync(path.join(TOP, 'deploy/comporta.service'), 'utf8');
    const [, command = ''] = /^ExecStart=\/opt\/comporta\/(.*)$/m.exec(unit) ?? [];
    const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const database = await createTestDatabase();
    const settings = { ...Object.fromEntries(environment), DATA_DIR: folder };
    const service = await processOf(
      await spawnProgram([path.join(folder, command)], { ...settings, DATABASE_URL: database.url }),
    );
    await service.stop();
    await database.drop();
  });

  it.skipIf(!CAN_MOUNT)(
    'runs as in the image: as a user without rights, on a read-only root file system',
    async () => {
      const dockerfile = readFileSync(path.join(TOP, 'deploy/Dockerfile'), 'utf8');
      const [, entry = ''] = /^ENTRYPOINT \["\/app\/(.*)"\]$/m.exec(dockerfile) ?? [];
      const [, env = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
      const data = path.join(folder, 'data');
      mkdirSync(data);
      chownSync(data, NOBODY, NOBODY);
      chmodSync(folder, 0o755);
      const database = await createTestDatabase();
      const port = await findFreePort();
      const steps = [
        'set -e',
        'mount --bind "$DATA_DIR" "$DATA_DIR"',
        'mount -o remount,bind,ro /',
        '! touch /not-writable 2> /dev/null',
        `exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
      ];
      const program = path.join(folder, entry);
      const run = ['--mount', '--propagation', 'private', 'sh', '-c', steps.join('\n'), 'sh'];
      const settings = {
        ...Object.fromEntries(env.split(' ').map((pair) => pair.split('='))),
        DATABASE_URL: database.url,
        DATA_DIR: data,
        PORT: `${port}`,
      };
      const service = await processOf(
        await spawnProgram([...run, process.execPath, program], settings, 'unshare'),
      );
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.stop();
      await database.drop();
    },
  );

  it('reports in one line, on an older Node, which version it needs', async () => {
    const program = path.join(folder, 'node_modules/.bin/comporta');
    const { ended } = await spawnProgram([program], {}, nodeOf('20.20.2'));
    expect(await ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Comporta needs Node 22 or newer, and this is 20.20.2.\n',
    });
  });
});

it('OPS-05: a checkout reports in one line, on an older Node, which version it needs', async () => {
  const program = path.join(TOP, 'packages/server/main.js');
  const { ended } = await spawnProgram([program], {}, nodeOf('20.20.2'));
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Comporta needs Node 2[24] or newer here, and this is 20\.20\.2: .*\n$/);
});

function npm(args: readonly string[], folder: string): void {
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
