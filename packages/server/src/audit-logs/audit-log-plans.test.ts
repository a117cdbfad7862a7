import { sql as raw, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication, createCompany } from '../testing/builders.ts';
import { execute } from '../testing/test-cluster.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  type AuditFilter,
  type AuditLog,
  listMatching,
  SEARCHED_ENTRIES,
  searchedSince,
  selectCount,
} from './audit-log-repository.ts';

/** The number of rows read does not depend on this. AUDIT_ENTRIES=1000000 prints the times for a long log. */
const ENTRIES = Number(process.env.AUDIT_ENTRIES ?? 60_000);
const MINUTE_MS = 60_000;
const SPAN_MS = 10 * 24 * 60 * MINUTE_MS;
const COUNTED = 10_000;
const SIZE = 20;

/** Environments that 3 of 1,000 entries touch, then a tenth, nine tenths, two thirds, and none. */
const [RARE, SOME, MOST, EVERYWHERE, NEVER] = ['a', 'b', 'c', 'd', 'e'].map(
  (digit) => `00000000-0000-7000-8000-${digit.repeat(12)}`,
);

let server: TestServer;
let logs: readonly AuditLog[];
/** Entry number n is n minutes after this moment. */
const beginning = Date.now() - ENTRIES * MINUTE_MS;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId } = await createCompany(server);
  const { id: applicationId } = await createApplication(server, accountId);
  logs = [{ accountId, applicationId }, { accountId }];
  // One entry in a thousand is a deletion; 50 users change 5,000 entities.
  await execute(
    server.database.url,
    `insert into audit_entries (account_id, account_number, application_id, application_number, revision,
      action, entity_type, entity_id, entity_name, actor, environment_id, environment_ids, at)
    select '${accountId}', n, '${applicationId}', n, n,
      case when n % 1000 = 7 then 'DELETED' else 'EDITED' end,
      case when n % 500 = 3 then 'property' else 'experiment' end,
      ('00000000-0000-7000-8000-' || lpad(to_hex(n % 5000), 12, '0'))::uuid,
      case n when 1 then 'the oldest' when ${ENTRIES} then 'the newest' else 'one of many' end,
      jsonb_build_object('kind', 'user', 'id', 'user-' || n % 50, 'name', 'Ana'),
      -- Every third entry is of a release before 0.3.
      case when n % 3 = 0 then environment end,
      case when n % 3 > 0 then array[environment, '${EVERYWHERE}'] end,
      '${new Date(beginning).toISOString()}'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${ENTRIES}) as n
    cross join lateral (select case
      when n % 1000 < 3 then '${RARE}'::uuid
      when n % 100 < 10 then '${SOME}'::uuid
      else '${MOST}'::uuid end) as its (environment)`,
  );
  await execute(server.database.url, `update accounts set audit_entry_count = ${ENTRIES}`);
  await execute(server.database.url, `update applications set audit_entry_count = ${ENTRIES}`);
  await execute(server.database.url, 'vacuum analyze audit_entries');
});
afterAll(() => server.close());

interface Node {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

type Explained = {
  'QUERY PLAN': { readonly Plan: Node; readonly 'Execution Time': number }[];
};

/** How many entries the database read for the statement, and its execution time in ms. */
async function costOf(statement: SQL): Promise<{ rows: number; ms: number }> {
  const { rows } = await server.database.sql.execute<Explained>(
    raw`explain (analyze, format json) ${statement}`,
  );
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error('nothing was explained');
  const { Plan, 'Execution Time': ms } = explained;
  return { rows: looksOf(Plan), ms };
}

function looksOf(node: Node): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const isScan = node['Node Type'].includes('Scan') && node['Relation Name'] === 'audit_entries';
  return (node.Plans ?? []).reduce((sum, one) => sum + looksOf(one), isScan ? own : 0);
}

const days: AuditFilter = {
  from: new Date(beginning + SPAN_MS),
  until: new Date(beginning + 2 * SPAN_MS),
};
/** Extra rows per query with a period: an hour of entries at either end, and a binary search for each end. */
const ENDS = 2 * 60 + 2 * 20;

describe('OPS-10: a filtered page reads no more entries than it shows and counts', () => {
  it.each<[string, AuditFilter, matching: number]>([
    ['a rare action', { action: 'DELETED' }, ENTRIES / 1_000],
    ['a frequent action', { action: 'EDITED' }, ENTRIES],
    ['an action that never occurred', { action: 'PAUSED' }, 0],
    ['one user', { actor: 'user-7' }, ENTRIES / 50],
    ['an unknown user', { actor: 'nobody' }, 0],
    ['an entity type', { entity: 'property' }, ENTRIES / 500],
    ['an entity', { entity: '00000000-0000-7000-8000-000000000007' }, ENTRIES / 5_000],
    ['ten days', days, SPAN_MS / MINUTE_MS],
    ['one user in ten days', { ...days, actor: 'user-7' }, SPAN_MS / MINUTE_MS / 50],
  ])('%s', async (what, filter, matching) => {
    const { sql } = server.database;
    for (const log of logs) {
      const upTo = ENTRIES;
      const page = listMatching(sql, log, { upTo, filter, limit: SIZE, offset: 0 });
      const count = selectCount(sql, log, { upTo, filter, most: COUNTED });
      const [shown, counted] = [await costOf(page.getSQL()), await costOf(count.getSQL())];
      process.stdout.write(
        `${what}: ${shown.rows} entries in ${shown.ms.toFixed(1)} ms, counted ${counted.rows} in ${counted.ms.toFixed(1)} ms\n`,
      );
      expect(await page).toHaveLength(Math.min(matching, SIZE));
      expect(await count).toEqual([{ count: Math.min(matching, COUNTED) }]);
      // All entries of one entity are read and sorted; there are few.
      expect(shown.rows).toBeLessThanOrEqual(SIZE + ENDS + ENTRIES / 5_000);
      expect(counted.rows).toBeLessThanOrEqual(Math.min(matching, COUNTED) + ENDS);
    }
  });
});

describe('OPS-10: a search for words reads only the newest entries of the log', () => {
  const words = ['nobody'];
  it.each<[string, AuditFilter, matching: number]>([
    ['the whole log', { words }, ENTRIES],
    ['changes by one user', { words, actor: 'user-7' }, ENTRIES / 50],
    ['ten days', { words, ...days }, SPAN_MS / MINUTE_MS],
  ])('%s', async (what, filter, matching) => {
    const { sql } = server.database;
    for (const log of logs) {
      const upTo = ENTRIES;
      const page = listMatching(sql, log, { upTo, filter, limit: SIZE, offset: 0 });
      const count = selectCount(sql, log, { upTo, filter, most: COUNTED });
      const [shown, counted] = [await costOf(page.getSQL()), await costOf(count.getSQL())];
      process.stdout.write(
        `${what}: ${shown.rows} entries in ${shown.ms.toFixed(1)} ms, counted ${counted.rows} in ${counted.ms.toFixed(1)} ms\n`,
      );
      expect(await page).toEqual([]);
      // The entries are read twice: to find the oldest one to search, and to search.
      const most = 2 * (Math.min(matching, SEARCHED_ENTRIES) + 2 * ENDS);
      expect(shown.rows).toBeLessThanOrEqual(most);
      expect(counted.rows).toBeLessThanOrEqual(most);
      const isCut = matching > SEARCHED_ENTRIES;
      const oldest = new Date(beginning + (ENTRIES - SEARCHED_ENTRIES + 1) * MINUTE_MS);
      expect(await searchedSince(sql, log, { upTo, filter })).toEqual(isCut ? oldest : undefined);
    }
  });

  it('finds words in the newest entries, and in older ones when the period ends earlier', async () => {
    const { sql } = server.database;
    for (const log of logs) {
      const found = async (until: Date | undefined, word: string) => {
        const filter = { words: [word], until };
        const window = { upTo: ENTRIES, filter, limit: 1, offset: 0 };
        return (await listMatching(sql, log, window)).length;
      };
      const cut = new Date(beginning + (ENTRIES - SEARCHED_ENTRIES) * MINUTE_MS);
      expect(await found(undefined, 'newest')).toBe(1);
      expect(await found(undefined, 'oldest')).toBe(0);
      expect(await found(cut, 'oldest')).toBe(1);
    }
  });
});

describe('CDW-65: what touched an environment is found without reading the whole log', () => {
  it.each([
    ['a rare one', RARE],
    ['one of a tenth', SOME],
    ['one of most', MOST],
    ['one of new entries only', EVERYWHERE],
    ['one that nothing touched', NEVER],
  ])('%s', async (what, id = '') => {
    const { sql } = server.database;
    const { rows } = await sql.execute<{ count: string }>(
      raw`select count(*) from audit_entries where coalesce(environment_ids, array[environment_id]) && array[${id}::uuid]`,
    );
    const matching = Number(rows[0]?.count);
    for (const log of logs) {
      const filter = { environmentIds: [id] };
      const page = listMatching(sql, log, { upTo: ENTRIES, filter, limit: SIZE, offset: 0 });
      const count = selectCount(sql, log, { upTo: ENTRIES, filter, most: COUNTED });
      const [shown, counted] = [await costOf(page.getSQL()), await costOf(count.getSQL())];
      process.stdout.write(
        `${what}: ${matching} match, ${shown.rows} entries in ${shown.ms.toFixed(1)} ms, counted ${counted.rows} in ${counted.ms.toFixed(1)} ms\n`,
      );
      expect(await page).toHaveLength(Math.min(matching, SIZE));
      expect(await count).toEqual([{ count: Math.min(matching, COUNTED) }]);
      // PostgreSQL reads all matches, or the newest entries until it has enough; its estimates are rough.
      expect(shown.rows).toBeLessThanOrEqual(ENTRIES / 6);
      expect(counted.rows).toBeLessThanOrEqual(2 * COUNTED);
    }
  });
});
