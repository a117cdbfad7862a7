import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';

/** So many processes of an environment are told apart, and so many of a company. Only holders of environment keys add any. */
export const SENDERS_MOST = 20_000;
export const COMPANY_SENDERS_MOST = 100_000;
/** An environment with fewer has room also where the company's others took all. */
const SENDERS_LEAST = 1_000;
/** How many make room at a time: then the next ones need not be counted for. */
const SENDERS_LEAVING = 2_000;

/**
 * How many further processes of an environment can be told apart. Where there are too many, those leave that were heard of
 * longest ago and were judged: of them nothing more is expected.
 */
export async function roomForSenders(sql: Sql, environmentId: string): Promise<number> {
  const room = await countRoom(sql, environmentId);
  if (room.left > 0) return room.left;
  await removeJudged(
    sql,
    room.isOfCompany ? ofCompany(environmentId) : ofEnvironment(environmentId),
  );
  return Math.max(0, (await countRoom(sql, environmentId)).left);
}

async function countRoom(sql: Sql, environmentId: string) {
  const own = await countSenders(sql, ofEnvironment(environmentId), SENDERS_MOST);
  const all = await countSenders(sql, ofCompany(environmentId), COMPANY_SENDERS_MOST);
  const ofOwn = SENDERS_MOST - own;
  const ofAll = Math.max(COMPANY_SENDERS_MOST - all, SENDERS_LEAST - own);
  return { left: Math.min(ofOwn, ofAll), isOfCompany: ofAll < ofOwn };
}

function ofEnvironment(id: string): SQL {
  return raw`environment_id = ${id}`;
}

function ofCompany(environmentId: string): SQL {
  return raw`environment_id in (
    select e.id from environments own
    join applications a on a.id = own.application_id
    join applications theirs on theirs.account_id = a.account_id
    join environments e on e.application_id = theirs.id
    where own.id = ${environmentId})`;
}

async function countSenders(sql: Sql, which: SQL, most: number): Promise<number> {
  const { rows } = await sql.execute<{ count: number }>(raw`
    select count(*)::int as count from (
      select from usage_senders where ${which} limit ${most}) as found`);
  return rows[0]?.count ?? 0;
}

async function removeJudged(sql: Sql, which: SQL): Promise<void> {
  await sql.execute(raw`
    delete from usage_senders where ctid = any(array(
      select ctid from usage_senders where ${which} and judged and last_at < now() - interval '1 hour'
      order by last_at limit ${SENDERS_LEAVING} for update skip locked))`);
}
