import { CLIENT_EVENT_KEYS_MOST, EVENT_KEYS_MOST } from '@comporta/contract/events/event';
import { and, eq, isNull, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { eventKeys, unitSecrets } from '../../tables/events.ts';
import { namedEventKeys } from '../named-event-keys.ts';

export interface KnownKey {
  readonly id: number;
  readonly introducedBy: 'SERVER' | 'CLIENT';
}

/** Who sends event keys, and for which application. */
export interface KeySender {
  readonly applicationId: string;
  readonly isTrusted: boolean;
}

/** Whether the stored list may change when this sender uses the key: it is new, or a server's from now on. */
export function isNewFor({ isTrusted }: KeySender, known: KnownKey | undefined): boolean {
  return known === undefined || (isTrusted && known.introducedBy === 'CLIENT');
}

/**
 * The event keys of an application. Keys that are new for the sender are stored: those of metrics always, others while
 * there is room. Source: FAIR-26.
 */
export async function findEventKeys(
  sql: Sql,
  sender: KeySender,
  keys: readonly string[],
): Promise<Map<string, KnownKey>> {
  const { applicationId } = sender;
  const { known, room } = await readKeys(sql, sender, keys);
  const wanted = keys.filter((key) => isNewFor(sender, known.get(key)));
  const taken = wanted.filter((key) => room.named.has(key));
  if (wanted.length === 0 || (room.free === 0 && taken.length === 0)) return known;
  return sql.transaction(async (inside) => {
    // The lock serialises writers, because the limit depends on a count.
    await inside.execute(
      raw`select pg_advisory_xact_lock(hashtext('event_keys'), hashtext(${applicationId}))`,
    );
    const { room: now } = await readKeys(inside, sender, keys);
    const fresh = wanted.filter((key) => !now.named.has(key) && now.mayEnter(key)).sort();
    await introduce(inside, applicationId, { keys: taken, by: 'SERVER' });
    const by = sender.isTrusted ? 'SERVER' : 'CLIENT';
    await introduce(inside, applicationId, { keys: fresh.slice(0, now.free), by });
    return (await readKeys(inside, sender, [])).known;
  });
}

interface Introduced {
  readonly keys: readonly string[];
  readonly by: KnownKey['introducedBy'];
}

/** Stores keys, or gives stored ones back; one of servers stays one of servers. */
async function introduce(sql: Sql, applicationId: string, { keys, by }: Introduced): Promise<void> {
  if (keys.length === 0) return;
  await sql.execute(raw`
    insert into event_keys (application_id, key, introduced_by)
    select ${applicationId}, key, ${by} from unnest(${raw.param([...keys])}::text[]) as key
    where exists (select from applications where id = ${applicationId})
    on conflict (application_id, key) do update set introduced_by = ${by}, deleted_at = null
    where event_keys.introduced_by = 'CLIENT' or ${by} = 'SERVER'`);
}

interface Room {
  /** How many more keys this kind of sender may introduce. */
  readonly free: number;
  /** Those of the asked keys that metrics name. */
  readonly named: ReadonlySet<string>;
  /** False for a key that was deleted, when a page sends it: only a server brings it back. Source: FAIR-27. */
  readonly mayEnter: (key: string) => boolean;
}

async function readKeys(
  sql: Sql,
  { applicationId, isTrusted }: KeySender,
  asked: readonly string[],
): Promise<{ readonly known: Map<string, KnownKey>; readonly room: Room }> {
  const { rows } = await sql.execute<{
    id: number | null;
    key: string;
    by: KnownKey['introducedBy'] | null;
    is_deleted: boolean | null;
    is_named: boolean;
  }>(raw`
    with named as (${namedEventKeys(applicationId)}),
      stored as (select * from event_keys where application_id = ${applicationId})
    select s.id, coalesce(s.key, a.key) as key, s.introduced_by as by,
      s.deleted_at is not null as is_deleted,
      coalesce(s.key, a.key) in (select key from named) as is_named
    from stored s full join unnest(${raw.param([...asked])}::text[]) as a (key) on a.key = s.key`);
  const living = rows.filter(({ id, is_deleted }) => id !== null && is_deleted !== true);
  const by = isTrusted ? 'SERVER' : 'CLIENT';
  const used = living.filter((row) => row.by === by && !row.is_named).length;
  const deleted = new Set(rows.filter((row) => row.is_deleted).map(({ key }) => key));
  return {
    known: new Map(
      living.map(({ id, key, by: introducedBy }) => [
        key,
        { id: id ?? 0, introducedBy: introducedBy ?? 'SERVER' },
      ]),
    ),
    room: {
      free: Math.max(0, (isTrusted ? EVENT_KEYS_MOST : CLIENT_EVENT_KEYS_MOST) - used),
      named: new Set(rows.filter((row) => row.is_named).map(({ key }) => key)),
      mayEnter: (key) => isTrusted || !deleted.has(key),
    },
  };
}

/** The event keys that an application has sent. */
export async function readEventKeyNames(sql: Sql, applicationId: string): Promise<string[]> {
  const rows = await sql
    .select({ key: eventKeys.key })
    .from(eventKeys)
    .where(and(eq(eventKeys.applicationId, applicationId), isNull(eventKeys.deletedAt)));
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
