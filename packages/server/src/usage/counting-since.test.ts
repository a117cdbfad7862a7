import { sql as raw } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApplication, createCompany } from '../testing/builders.ts';
import { startTestServer } from '../testing/test-server.ts';

const SERVED_BY_THIS = { seen: 1, keySeen: 1, asked: null };
/** 0.2.0 writes when an environment was asked, but neither with which key nor by whom. */
const SERVED_BY_OLDER = { seen: 1, keySeen: 22, asked: 22 };

it.each([
  ['goes on after a restart', SERVED_BY_THIS, 60],
  [
    'goes on where an account key, which is of no environment, asked',
    { ...SERVED_BY_OLDER, asked: 1 },
    60,
  ],
  ['begins anew after a release before has served for three weeks', SERVED_BY_OLDER, 0],
  ['begins anew where this release has never served', { seen: 1, keySeen: null, asked: null }, 0],
  [
    'goes on where a release before served only before counting began',
    { ...SERVED_BY_OLDER, seen: 61 },
    60,
  ],
])('LIF-21: counting %s', async (_, days, expected) => {
  await using stack = new AsyncDisposableStack();
  const server = await startTestServer();
  stack.defer(() => server.close());
  const { sql, url } = server.database;
  const { accountId } = await createCompany(server);
  const { environmentIds } = await createApplication(server, accountId);
  const ago = (count: number | null) => raw`now() - make_interval(days => ${count}::int)`;
  await sql.execute(raw`update usage_state set counting_since = ${ago(60)}`);
  await sql.execute(raw`
    insert into environment_status (environment_id, last_seen_at, server_seen_at)
    values (${environmentIds[0]}, ${ago(days.seen)}, ${ago(days.keySeen)})`);
  if (days.asked !== null) {
    await sql.execute(raw`
      insert into usage_clients (environment_id, trusted, asked_at)
      values (${environmentIds[0]}, true, ${ago(days.asked)})`);
  }

  const restarted = await startTestServer({ DATABASE_URL: url });
  await restarted.close(); // Ends the work that it has begun.
  const { rows } = await sql.execute<{ days: number }>(raw`
    select floor(extract(epoch from now() - counting_since) / 86400)::int as days from usage_state`);
  expect(rows).toEqual([{ days: expected }]);
});
