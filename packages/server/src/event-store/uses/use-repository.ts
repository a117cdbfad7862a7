import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { ClientRow, Gathered, UnknownRow, UsedRow, UseRow } from './gather.ts';

/** A sum that no column could hold would refuse the rows around it. */
const MOST = Number.MAX_SAFE_INTEGER;
/** A client's last use of a toggle is kept to this precision: each of its processes tells of it every minute. */
const PRECISION = raw`interval '20 seconds'`;
/** The most unknown names of an environment, and how many of them client keys may add. Source: LIF-15. */
export const UNKNOWN_MOST = 100;
export const CLIENT_UNKNOWN_MOST = 20;

/** Adds everything to the tables, in the transaction `sql`. */
export async function saveGathered(sql: Sql, gathered: Gathered): Promise<void> {
  await addUses(sql, gathered.uses);
  await noteUsed(sql, gathered.used);
  await noteClients(sql, gathered.clients);
  await addUnknown(sql, gathered.unknown);
}

/** Joins the toggles: one that was deleted meanwhile must not come back. */
async function addUses(sql: Sql, rows: readonly UseRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(of: (row: UseRow) => Value) => raw.param(rows.map(of));
  await sql.execute(raw`
    insert into toggle_uses (environment_id, day, toggle_id, value, rule_id, n)
    select environment_id, day, toggle_id, value, rule_id, n
    from unnest(
      ${column(({ environmentId }) => environmentId)}::uuid[],
      ${column(({ day }) => day)}::date[],
      ${column(({ toggleId }) => toggleId)}::uuid[],
      ${column(({ value }) => value)}::text[],
      ${column(({ ruleId }) => ruleId)}::uuid[],
      ${column(({ n }) => n)}::bigint[]
    ) with ordinality as new (environment_id, day, toggle_id, value, rule_id, n, place)
    where ${isLiving('new')}
    order by place
    on conflict (environment_id, day, toggle_id, value, rule_id)
      do update set n = least(toggle_uses.n + excluded.n, ${MOST}::bigint)`);
}

async function noteUsed(sql: Sql, rows: readonly UsedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(of: (row: UsedRow) => Value) => raw.param(rows.map(of));
  await sql.execute(raw`
    insert into toggle_clients (environment_id, toggle_id, client_id, last_use_at)
    select environment_id, toggle_id, client_id, least(at, now())
    from unnest(
      ${column(({ environmentId }) => environmentId)}::uuid[],
      ${column(({ toggleId }) => toggleId)}::uuid[],
      ${column(({ clientId }) => clientId)}::int[],
      ${column(({ at }) => at.toISOString())}::timestamptz[]
    ) with ordinality as new (environment_id, toggle_id, client_id, at, place)
    where ${isLiving('new')}
    order by place
    on conflict (environment_id, toggle_id, client_id)
      do update set last_use_at = excluded.last_use_at
      where toggle_clients.last_use_at < excluded.last_use_at - ${PRECISION}`);
}

/** Whether the toggle and the environment of a row are there. */
function isLiving(rows: string) {
  const row = raw.identifier(rows);
  return raw`exists (
    select from toggles t join environments e on e.application_id = t.application_id
    where t.id = ${row}.toggle_id and e.id = ${row}.environment_id)`;
}

async function noteClients(sql: Sql, rows: readonly ClientRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Value>(of: (row: ClientRow) => Value) => raw.param(rows.map(of));
  // In the order of their ids: an update of many rows locks them in any order.
  await sql.execute(raw`
    with new as materialized (
      select new.* from unnest(
        ${column(({ id }) => id)}::int[],
        ${column(({ askedAt }) => askedAt.toISOString())}::timestamptz[],
        ${column(({ silentAt }) => silentAt?.toISOString() ?? null)}::timestamptz[],
        ${column(({ countedAt }) => countedAt?.toISOString() ?? null)}::timestamptz[]
      ) as new (id, asked_at, silent_at, counted_at)
      join usage_clients c using (id)
      order by c.id for update of c)
    update usage_clients c set asked_at = greatest(c.asked_at, least(new.asked_at, now())),
      silent_at = case when new.silent_at is null then c.silent_at
        else greatest(c.silent_at, least(new.silent_at, now())) end,
      counted_at = case when new.counted_at is null then c.counted_at
        else greatest(c.counted_at, least(new.counted_at, now())) end
    from new where c.id = new.id`);
}

/** A new name replaces none, and those that client keys add are few, because anybody may have one. Source: LIF-15. */
async function addUnknown(sql: Sql, rows: readonly UnknownRow[]): Promise<void> {
  for (const environmentId of new Set(rows.map((row) => row.environmentId))) {
    await addUnknownOf(
      sql,
      environmentId,
      rows.filter((row) => row.environmentId === environmentId),
    );
  }
}

async function addUnknownOf(
  sql: Sql,
  environmentId: string,
  rows: readonly UnknownRow[],
): Promise<void> {
  // The lock serialises writers, because the limits depend on a count.
  await sql.execute(
    raw`select pg_advisory_xact_lock(hashtext('unknown_toggles'), hashtext(${environmentId}))`,
  );
  const { rows: stored } = await sql.execute<{ name: string; by_client_key: boolean }>(raw`
    select name, by_client_key from unknown_toggles where environment_id = ${environmentId}`);
  const keyOf = (name: string, byClientKey: boolean) => `${byClientKey} ${name}`;
  const known = new Set(stored.map((row) => keyOf(row.name, row.by_client_key)));
  let ofClients = stored.filter((row) => row.by_client_key).length;
  const taken = rows.filter(({ name, byClientKey }) => {
    if (known.has(keyOf(name, byClientKey))) return true;
    if (known.size >= UNKNOWN_MOST || (byClientKey && ofClients >= CLIENT_UNKNOWN_MOST))
      return false;
    known.add(keyOf(name, byClientKey));
    if (byClientKey) ofClients += 1;
    return true;
  });
  if (taken.length === 0) return;
  const column = <Value>(of: (row: UnknownRow) => Value) => raw.param(taken.map(of));
  await sql.execute(raw`
    insert into unknown_toggles (environment_id, name, by_client_key, first_at, last_at, n)
    select ${environmentId}, name, by_client_key, least(at, now()), least(at, now()), n from unnest(
      ${column(({ name }) => name)}::text[],
      ${column(({ byClientKey }) => byClientKey)}::bool[],
      ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column(({ n }) => n)}::bigint[]) as new (name, by_client_key, at, n)
    where exists (select from environments where id = ${environmentId})
    on conflict (environment_id, by_client_key, name) do update
      set last_at = greatest(unknown_toggles.last_at, excluded.last_at),
        n = least(unknown_toggles.n + excluded.n, ${MOST}::bigint)`);
}

/** How many rows of uses an environment has on a day, at most `most`. */
export async function countDayRows(
  sql: Sql,
  { environmentId, day, most }: { environmentId: string; day: string; most: number },
): Promise<number> {
  const { rows } = await sql.execute<{ count: number }>(raw`
    select count(*)::int as count from (
      select from toggle_uses where environment_id = ${environmentId} and day = ${day}::date
      limit ${most}) as found`);
  return rows[0]?.count ?? 0;
}
