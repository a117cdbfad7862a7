import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { idsIn } from '../postgres/sweep-repository.ts';

/** Small enough for the statement timeout. */
const ROWS_AT_ONCE = 10_000;
/** A sender's reports come within a week (LIF-04), so it is remembered for longer. Source: LIF-05. */
const SENDERS_DAYS = 8;
/** Source: LIF-15. */
const UNKNOWN_DAYS = 14;

/** Removes, once a day, what is no longer kept of uses, and what is left of deleted environments and toggles. */
export function sweepUses(keptDays: number): (sql: Sql) => Promise<void> {
  let sweptOn = '';
  return async (sql) => {
    const today = new Date().toISOString().slice(0, 10);
    if (sweptOn === today) return;
    await sweepUsesNow(sql, keptDays);
    sweptOn = today;
  };
}

export async function sweepUsesNow(sql: Sql, keptDays: number): Promise<void> {
  const isOld = raw`day < (now() at time zone 'UTC')::date - ${keptDays}::int`;
  for (const id of await idsIn(sql, 'toggle_uses', { column: 'environment_id' })) {
    const ofEnvironment = raw`environment_id = ${id}`;
    await deleteAll(
      sql,
      'toggle_uses',
      raw`${ofEnvironment} and (${isOld} or ${hasNoToggle('toggle_uses')})`,
    );
  }
  await foldOldClients(sql, keptDays);
  for (const id of await idsIn(sql, 'toggle_clients', { column: 'environment_id' })) {
    const isGone = raw`(${hasNoToggle('toggle_clients')} or not exists (
      select from usage_clients c where c.id = toggle_clients.client_id))`;
    await deleteAll(sql, 'toggle_clients', raw`environment_id = ${id} and ${isGone}`);
  }
  await deleteAll(
    sql,
    'usage_senders',
    raw`last_at < now() - make_interval(days => ${SENDERS_DAYS}::int)
      or not exists (select from environments e where e.id = usage_senders.environment_id)`,
  );
  await deleteAll(
    sql,
    'unknown_toggles',
    raw`last_at < now() - make_interval(days => ${UNKNOWN_DAYS}::int) or exists (
      select from toggles t join environments e on e.application_id = t.application_id
      where e.id = unknown_toggles.environment_id and t.name = unknown_toggles.name
        and (t.available_to_clients or not unknown_toggles.by_client_key))`,
  );
}

/** Also true for a toggle of another application than the environment's. */
function hasNoToggle(table: string): SQL {
  const rows = raw.identifier(table);
  return raw`not exists (
    select from toggles t join environments e on e.application_id = t.application_id
    where t.id = ${rows}.toggle_id and e.id = ${rows}.environment_id)`;
}

/**
 * Clients that did not ask for as long as days are kept make room for others. When they last used a toggle is kept with
 * the client that stands for all others: otherwise the toggle would seem never to have been used.
 */
async function foldOldClients(sql: Sql, keptDays: number): Promise<void> {
  await sql.transaction(async (inside) => {
    const { rows } = await inside.execute<{ id: number }>(raw`
      select id from usage_clients
      where asked_at < now() - make_interval(days => ${keptDays}::int)
        and (sdk <> '' or version <> '' or service <> '')
      order by id limit ${ROWS_AT_ONCE} for update`);
    if (rows.length === 0) return;
    const gone = raw`${raw.param(rows.map(({ id }) => id))}::int[]`;
    await inside.execute(raw`
      insert into usage_clients (environment_id, trusted, asked_at)
      select environment_id, trusted, max(asked_at) from usage_clients where id = any(${gone})
      group by 1, 2 order by 1, 2
      on conflict do nothing`);
    await inside.execute(raw`
      insert into toggle_clients (environment_id, toggle_id, client_id, last_use_at)
      select t.environment_id, t.toggle_id, o.id, max(t.last_use_at)
      from usage_clients g
      join toggle_clients t on t.client_id = g.id and t.environment_id = g.environment_id
      join usage_clients o on o.environment_id = g.environment_id and o.trusted = g.trusted
        and o.sdk = '' and o.version = '' and o.service = ''
      where g.id = any(${gone})
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (environment_id, toggle_id, client_id)
        do update set last_use_at = greatest(toggle_clients.last_use_at, excluded.last_use_at)`);
    await inside.execute(raw`delete from usage_clients where id = any(${gone})`);
  });
}

async function deleteAll(sql: Sql, table: string, which: SQL): Promise<void> {
  const from = raw.identifier(table);
  let deleted = ROWS_AT_ONCE;
  while (deleted >= ROWS_AT_ONCE) {
    const { rowCount } = await sql.execute(raw`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${which} limit ${ROWS_AT_ONCE}))`);
    deleted = rowCount ?? 0;
  }
}
