import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerDevice, getDevice } from '@comporta/contract/identity/device-api';
import { listTokens } from '@comporta/contract/keys/token-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort, spawnCommand } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openShop, type Shop } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

let folder: string;
let service: ServiceProcess;
let shop: Shop;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-login-'));
  const { url } = await createTestDatabase();
  service = await startServiceProcess({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await findFreePort()),
  });
  shop = await openShop(service);
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], more = {}) =>
  spawnCommand(args, { COMPORTA_URL: service.url, XDG_CONFIG_HOME: folder, ...more });

it('IDN-55, IDN-56: logs in without a browser on this machine, exports, says who, and logs out', async () => {
  const before = await (await run(['whoami'])).ended;
  expect(before).toMatchObject({ code: 1 });
  const login = await run(['login', service.url]);
  const shown = await new Promise<string>((resolve) => {
    login.process.stdout?.once('data', (chunk) => resolve(String(chunk)));
  });
  const userCode = /[A-Z]{4}-[A-Z]{4}/.exec(shown)?.[0] ?? '';
  expect(await shop.admin.call(getDevice, { params: { userCode } })).toMatchObject({
    program: 'comporta',
    scopes: ['read', 'write', 'settings'],
  });
  await shop.admin.call(answerDevice, { params: { userCode }, body: { allow: true } });
  const { stdout, code } = await login.ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('as Ana (Acme), for 30 days')]);

  const file = path.join(folder, 'comporta', 'credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [kept] = Object.values<{ token: string }>(JSON.parse(readFileSync(file, 'utf8')));
  const { token = '' } = kept ?? {};
  expect(token).toMatch(/^cpt_pat_/);
  const me = await (await run(['whoami'])).ended;
  expect(me.stdout).toContain('Ana <ana@example.com>, Acme');
  const exported = await (await run(['export', '--application', 'Shop'])).ended;
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const withWrongKey = await (await run(['export'], { COMPORTA_KEY: 'cpt_acc_wrong' })).ended;
  expect(withWrongKey.code).toBe(1);
  expect([stdout, me.stdout, exported.stdout, withWrongKey.stderr].join()).not.toContain(token);

  chmodSync(file, 0o644);
  expect((await (await run(['export'])).ended).stderr).toContain('others can read');
  chmodSync(file, 0o600);
  expect(await shop.admin.call(listTokens, {})).toHaveLength(1);
  expect((await (await run(['logout'])).ended).code).toBe(0);
  expect(await shop.admin.call(listTokens, {})).toEqual([]);
  expect(await (await run(['export'])).ended).toMatchObject({ code: 2 });
}, 120_000);
