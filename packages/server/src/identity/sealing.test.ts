import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondFactors } from '../tables/identity.ts';
import { createCompany, createUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { encryptionKeysOf } from './encryption-keys.ts';
import { complaintOfSealed, examineSealed, resealRows } from './sealed-rows-repository.ts';
import { createSealing } from './sealing.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'comporta-sealing-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const newKey = () => randomBytes(32).toString('base64url');
const keysOf = (encryptionKeys: readonly string[]) =>
  encryptionKeysOf({
    encryptionKeys: [...encryptionKeys],
    databaseUrl: 'postgres:///x',
    dataDir: folder,
  });
const sealingOf = (...keys: string[]) => createSealing(keysOf(keys));

it('IDN-38: what is sealed opens for the same purpose and row only, and not when it was changed', async () => {
  const sealing = sealingOf(newKey());
  const sealed = (await sealing.seal('app secret', 'ana', 'JBSWY3DP')) ?? '';
  expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/);
  expect(sealed).not.toContain('JBSWY3DP');
  expect(await sealing.open('app secret', 'ana', sealed)).toBe('JBSWY3DP');
  expect(await sealing.open('app secret', 'rui', sealed)).toBeUndefined();
  expect(await sealing.open('client secret', 'ana', sealed)).toBeUndefined();
  for (const changed of [
    sealed.replace(/.{2}$/, (end) => (end === 'AA' ? 'BB' : 'AA')),
    sealed.slice(0, -30),
    `${sealed}.`.replace('v1', 'v2'),
    'v1',
    '',
  ]) {
    expect(await sealing.open('app secret', 'ana', changed), changed).toBeUndefined();
  }
  expect(await sealing.seal('app secret', 'ana', 'JBSWY3DP')).not.toBe(sealed);
});

it('IDN-38: of several keys the first writes and all read; without a key nothing is sealed', async () => {
  const [old, next] = [newKey(), newKey()];
  const sealed = (await sealingOf(old).seal('client secret', 'corp', 's3cret')) ?? '';
  expect(await sealingOf(next, old).open('client secret', 'corp', sealed)).toBe('s3cret');
  expect(await sealingOf(next).open('client secret', 'corp', sealed)).toBeUndefined();
  const none = sealingOf();
  expect(await none.isPossible()).toBe(false);
  expect(await none.seal('client secret', 'corp', 's3cret')).toBeUndefined();
});

it('IDN-38: for the embedded database a key is made at first need, which only its owner can read', async () => {
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  const open = () =>
    createSealing(encryptionKeysOf({ encryptionKeys: [], databaseUrl: undefined, dataDir }));
  expect(await open().isPossible()).toBe(true);
  expect(await readdir(dataDir)).toEqual([]);
  const both = await Promise.all([open(), open()].map((one) => one.seal('app secret', 'ana', 'x')));
  for (const sealed of both) expect(await open().open('app secret', 'ana', sealed ?? '')).toBe('x');
  expect(await readdir(dataDir)).toEqual(['encryption.key']);
  expect((await stat(path.join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600);
});

it('IDN-38: the sweep seals again what another key has sealed; what no key here opens is told', async () => {
  const { sql } = server.database;
  const admin = await createCompany(server);
  const [old, next] = [newKey(), newKey()];
  const rowOf = async (userId: string, sealing = sealingOf(old)) => {
    const sealedAppSecret = await sealing.seal('app secret', userId, `secret of ${userId}`);
    await sql.insert(secondFactors).values({ userId, sealedAppSecret, recoveryHashes: [] });
  };
  const lost = await createUser(server, admin.accountId);
  await rowOf(admin.id);
  await rowOf(lost.id, sealingOf(newKey()));

  const keys = keysOf([next, old]);
  await resealRows(keys, createSealing(keys))(sql);
  const [row] = await sql.select().from(secondFactors).where(eq(secondFactors.userId, admin.id));
  expect(await sealingOf(next).open('app secret', admin.id, row?.sealedAppSecret ?? '')).toBe(
    `secret of ${admin.id}`,
  );
  expect(await complaintOfSealed(sql, keys)).toMatch(
    /^1 secret was sealed with a key.*put encryption.key back/,
  );
  expect(await examineSealed(keys)(sql)).toMatchObject([
    { complaint: expect.stringMatching(/^1 secret was/) },
  ]);
  await sql.delete(secondFactors).where(eq(secondFactors.userId, lost.id));
  expect(await complaintOfSealed(sql, keys)).toBeUndefined();
  expect(await complaintOfSealed(sql, keysOf([]))).toMatch(/^1 secret was/);
});
