import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepExpiredRows } from '../platform/database/expired-rows.ts';
import { challenges } from '../tables/identity.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  countTry,
  findChallenge,
  holdChallenge,
  makeChallenge,
  noteUsed,
  takeChallenge,
} from './challenges.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEW = { kind: 'STEP', data: { from: 'PASSWORD' }, seconds: 300 } as const;

it('IDN-32: a challenge is stored as a hash, is of one kind, and is taken once', async () => {
  const { sql } = server.database;
  const secret = await makeChallenge(sql, NEW);
  const named = { kind: 'STEP', secret } as const;
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await sql.select().from(challenges))).not.toContain(secret);
  expect(await findChallenge(sql, { ...named, kind: 'TICKET' })).toBeUndefined();
  expect(await findChallenge(sql, named)).toEqual({ userId: null, data: { from: 'PASSWORD' } });
  const taken = await Promise.all([takeChallenge(sql, named), takeChallenge(sql, named)]);
  expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
});

it('IDN-32: five wrong answers end a challenge, also on many nodes at once', async () => {
  const { sql } = server.database;
  const named = { kind: 'STEP', secret: await makeChallenge(sql, NEW) } as const;
  await Promise.all([1, 2, 3, 4].map(() => countTry(sql, named)));
  expect(await sql.transaction((inside) => holdChallenge(inside, named))).toBeDefined();
  await countTry(sql, named);
  expect(await findChallenge(sql, named)).toBeUndefined();
});

it('IDN-32: a challenge ends by the clock of the database, and is then swept', async () => {
  const { sql } = server.database;
  await sql.delete(challenges);
  const named = { kind: 'STEP', secret: await makeChallenge(sql, NEW) } as const;
  await makeChallenge(sql, NEW);
  await sql
    .update(challenges)
    .set({ expiresAt: raw`clock_timestamp() - interval '1 second'` })
    .where(raw`secret_hash = (select min(secret_hash) from challenges)`);
  await sweepExpiredRows(sql, []);
  expect(await sql.$count(challenges)).toBe(1);
  await sql.update(challenges).set({ expiresAt: raw`clock_timestamp()` });
  expect(await findChallenge(sql, named)).toBeUndefined();
});

it('IDN-33: a secret that nobody stored is used once', async () => {
  const { sql } = server.database;
  const used = { secret: 'v1.key.nonce.rest', seconds: 300 };
  expect(await noteUsed(sql, used)).toBe(true);
  expect(await noteUsed(sql, used)).toBe(false);
});
