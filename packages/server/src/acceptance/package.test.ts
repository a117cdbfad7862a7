import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
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
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
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

/** More than one needs Linux. */
const NODE_COUNTS = process.platform === 'linux' ? ['1', '2'] : ['1'];
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

  it('OPS-01: imports a document that is too large for the event loop in a process of the bundle', async () => {
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
    // A refusal that is thrown in the process stays a refusal.
    const broken = { ...document, environments: ['Production', 'Production'] };
    await expect(
      admin.call(importApplication, { params, query: {}, body: broken }),
    ).rejects.toMatchObject({ code: 'DUPLICATE_ENVIRONMENT' });
    await service.stop();
    await database.drop();
  });

  it.each(NODE_COUNTS)(
    'runs with the command and settings of the systemd unit and NODES=%s, and ends with 0',
    async (nodes) => {
      const unit = readFileSync(path.join(TOP, 'deploy/comporta.service'), 'utf8');
      const [, command = ''] = /^ExecStart=\/opt\/comporta\/(.*)$/m.exec(unit) ?? [];
      const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
        ([, name, value]) => [name, value],
      );
      const database = await createTestDatabase();
      const settings = { ...Object.fromEntries(environment), DATA_DIR: folder, NODES: nodes };
      const service = await processOf(
        await spawnProgram([path.join(folder, command)], {
          ...settings,
          DATABASE_URL: database.url,
        }),
      );
      await service.stop();
      await database.drop();
    },
  );

  it('COV-01, FAIR-70, FAIR-71: gives a project its packages, and still those of before after an upgrade', async () => {
    const database = await createTestDatabase();
    const port = await findFreePort();
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: `${port}`,
      PUBLIC_URL: `http://localhost:${port}`,
    };
    const service = await processOf(
      await spawnProgram([path.join(folder, 'node_modules/.bin/comporta')], settings),
    );
    const { packagesUrl } = await factsOf(service.url);
    const project = mkdtempSync(path.join(os.tmpdir(), 'comporta-project-'));
    // Without it, npm may take a folder above for the project.
    writeFileSync(path.join(project, 'package.json'), '{}');
    npm(['config', 'set', `@comporta:registry=${packagesUrl}`, '--location=project'], project);
    const install = ['--no-audit', '--no-fund', '--silent', '--legacy-peer-deps'];
    npm(['install', ...install, '@comporta/sdk', '@comporta/web'], project);
    expect(versionsIn(project)).toEqual([VERSION, VERSION]);
    await service.stop();

    // Another version of the service, with packages of its own, on the same database and without those of before.
    const upgraded = path.join(folder, 'upgraded');
    cpSync(path.join(folder, 'node_modules/comporta'), upgraded, { recursive: true });
    for (const name of ['sdk', 'web']) packAgain(upgraded, name);
    for (const file of ['package.json', 'clients/packages.json']) {
      const list = path.join(upgraded, file);
      writeFileSync(
        list,
        readFileSync(list, 'utf8').replaceAll(`"version":`, '"version":"99.0.0","was":'),
      );
    }
    const after = await processOf(
      await spawnProgram([path.join(upgraded, 'comporta.js')], settings),
    );
    rmSync(path.join(project, 'node_modules'), { recursive: true });
    npm(['ci', ...install, '--cache', path.join(project, 'empty-cache')], project);
    expect(versionsIn(project)).toEqual([VERSION, VERSION]);
    npm(
      ['install', ...install, '--prefer-online', '@comporta/sdk@latest', '@comporta/web@latest'],
      project,
    );
    expect(versionsIn(project)).toEqual(['99.0.0', '99.0.0']);
    await after.stop();
    await database.drop();
    rmSync(project, { recursive: true });
  });

  it.skipIf(!CAN_MOUNT).each(NODE_COUNTS)(
    'runs as in the image with NODES=%s: as a user without rights, on a read-only root file system',
    async (nodes) => {
      const dockerfile = readFileSync(path.join(TOP, 'deploy/Dockerfile'), 'utf8');
      const [, entry = ''] = /^ENTRYPOINT \["\/app\/(.*)"\]$/m.exec(dockerfile) ?? [];
      const [, env = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
      const data = path.join(folder, `data-${nodes}`);
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
        NODES: nodes,
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

async function factsOf(url: string): Promise<ServiceFacts> {
  return (await fetch(`${url}/api/config`)).json() as Promise<ServiceFacts>;
}

/** The versions of the installed packages for clients. */
function versionsIn(project: string): string[] {
  return ['sdk', 'web'].map((name) => {
    const manifest = path.join(project, 'node_modules/@comporta', name, 'package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  });
}

/** Replaces the file of a package by the same with version 99.0.0. */
function packAgain(service: string, name: string): void {
  const clients = path.join(service, 'clients');
  const before = path.join(clients, `${name}-${VERSION}.tgz`);
  execFileSync('tar', ['-xzf', before, '-C', clients]);
  const manifest = path.join(clients, 'package/package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(`"version": "${VERSION}"`, '"version": "99.0.0"'),
  );
  execFileSync('tar', ['-czf', path.join(clients, `${name}-99.0.0.tgz`), 'package'], {
    cwd: clients,
  });
  rmSync(path.join(clients, 'package'), { recursive: true });
  rmSync(before);
}

function npm(args: readonly string[], folder: string): void {
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
