import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSession } from '@comporta/contract/sessions/session-api';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { hashSecret } from '../platform/base/secrets.ts';
import { openDatabase } from '../platform/database/database.ts';
import { sessions, users } from '../tables/accounts.ts';
import { secondFactors, signIns } from '../tables/identity.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const EMAIL = 'ana@example.com';
const ROUNDS = 6;
/** About how long the transaction of a second step takes on a busy machine. */
const KILLED_WITHIN_MS = 40;
/** Ten codes, as users read them. */
const CODES = Array.from({ length: 10 }, (_, index) =>
  'ABCDEFGHIJKLMNO'.concat('ABCDEFGHIJ'.charAt(index)),
);

it('IDN-75: killed while a recovery code opens a session, the code is spent with the session or not at all', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-identity-crash-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const begin = () => startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const { sql, close } = openDatabase(database.url, () => {});
  stack.defer(close);
  let service: ServiceProcess = await begin();
  stack.defer(() => service.kill());
  await signUp(service, EMAIL);
  const [ana] = await sql.select({ id: users.id }).from(users).where(eq(users.email, EMAIL));
  const userId = ana?.id ?? '';
  await sql
    .insert(secondFactors)
    .values({ userId, appSince: new Date(), recoveryHashes: CODES.map(hashSecret) });

  for (let round = 0; round < ROUNDS; round += 1) {
    const visitor = openClient(service.url);
    const body = { grant_type: 'password', username: EMAIL, password: PASSWORD };
    const { meta } = await visitor.refusal(createSession, { body });
    const answer = {
      grant_type: 'urn:comporta:second-step',
      challenge: String(meta.challenge),
      recovery_code: CODES[round] ?? '',
    };
    const answered = visitor.call(createSession, { body: answer }).catch(() => undefined);
    await pause(randomInt(KILLED_WITHIN_MS));
    await service.kill();
    await answered;

    // PostgreSQL ends the transaction of a process that is gone.
    await expect.poll(() => openTransactions()).toBe(0);
    const [{ left = [] } = {}] = await sql
      .select({ left: secondFactors.recoveryHashes })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId));
    const opened = await sql
      .select({ id: sessions.tokenHash })
      .from(sessions)
      .innerJoin(signIns, eq(signIns.id, sessions.signInId))
      .where(and(eq(sessions.userId, userId), eq(signIns.method, 'RECOVERY_CODE')));
    expect(opened).toHaveLength(CODES.length - left.length);
    const came = and(eq(signIns.userId, userId), eq(signIns.method, 'RECOVERY_CODE'));
    expect(await sql.$count(signIns, and(came, eq(signIns.outcome, 'OPENED')))).toBe(opened.length);
    service = await begin();
  }

  async function openTransactions(): Promise<number> {
    const { rows } = await sql.execute<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    return rows[0]?.count ?? 0;
  }
});
