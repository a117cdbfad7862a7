import { EVENT_KEYS_MOST } from '@comporta/contract/events/event';
import { eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { eventKeys, unitSecrets } from '../../tables/events.ts';

/** The ids of all event keys of an application. Keys that it sends for the first time get an id, up to a limit. */
export async function findEventKeys(
  sql: Sql,
  applicationId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const known = await readKeys(sql, applicationId);
  const missing = keys.filter((key) => !known.has(key)).sort();
  if (missing.length === 0 || known.size >= EVENT_KEYS_MOST) return known;
  return sql.transaction(async (inside) => {
    // The lock serialises writers, because the limit depends on a count.
    await inside.execute(
      raw`select pg_advisory_xact_lock(hashtext('event_keys'), hashtext(${applicationId}))`,
    );
    await inside.execute(raw`
      insert into event_keys (application_id, key)
      select ${applicationId}, key from unnest(${raw.param(missing)}::text[]) as key
      where exists (select from applications where id = ${applicationId})
      limit greatest(0, ${EVENT_KEYS_MOST} -
        (select count(*) from event_keys where application_id = ${applicationId}))
      on conflict do nothing`);
    return readKeys(inside, applicationId);
  });
}

async function readKeys(sql: Sql, applicationId: string): Promise<Map<string, number>> {
  const rows = await sql
    .select({ id: eventKeys.id, key: eventKeys.key })
    .from(eventKeys)
    .where(eq(eventKeys.applicationId, applicationId));
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The event keys that an application has sent. */
export async function readEventKeyNames(sql: Sql, applicationId: string): Promise<string[]> {
  const rows = await sql
    .select({ key: eventKeys.key })
    .from(eventKeys)
    .where(eq(eventKeys.applicationId, applicationId));
  return rows.map(({ key }) => key);
}

/** The secret that turns user ids of an environment into units. The first call creates it from `fresh`. */
export async function readUnitSecret(
  sql: Sql,
  environmentId: string,
  fresh: string,
): Promise<string | undefined> {
  await sql.execute(raw`
    insert into unit_secrets (environment_id, secret)
    select ${environmentId}, ${fresh}
    where exists (select from environments where id = ${environmentId})
    on conflict do nothing`);
  const [row] = await sql
    .select({ secret: unitSecrets.secret })
    .from(unitSecrets)
    .where(eq(unitSecrets.environmentId, environmentId));
  return row?.secret;
}
