import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { environmentStatus, environments } from '../tables/applications.ts';

export interface Sighting {
  readonly at: string;
  readonly sdk: string | null;
  readonly version: string | null;
  readonly inPage: boolean;
  readonly ruleServed: boolean;
  /** A reader of snapshots that does not know the newer words. Source: RUL-58. */
  readonly older: { readonly sdk: string | null; readonly version: string | null } | undefined;
}

export interface KeySighting {
  readonly at: string;
  readonly environmentId: string;
}

/** Joins the environments, so that a deleted one does not prevent the others from being saved. */
export async function saveSightings(
  sql: Sql,
  sightings: readonly (readonly [string, Sighting])[],
): Promise<void> {
  // All nodes use the same order, to avoid deadlocks.
  const sorted = [...sightings].sort(([a], [b]) => (a < b ? -1 : 1));
  const ids = raw.param(sorted.map(([id]) => id));
  const times = raw.param(sorted.map(([, { at }]) => at));
  const sdks = raw.param(sorted.map(([, { sdk }]) => sdk));
  const versions = raw.param(sorted.map(([, { version }]) => version));
  const inPages = raw.param(sorted.map(([, { inPage }]) => inPage));
  const rules = raw.param(sorted.map(([, { ruleServed }]) => ruleServed));
  const olderSdks = raw.param(sorted.map(([, { older }]) => older?.sdk ?? null));
  const olderVersions = raw.param(sorted.map(([, { older }]) => older?.version ?? null));
  await sql.execute(raw`
    insert into ${environmentStatus} (environment_id, last_seen_at, sdk, sdk_version,
      seen_in_page_at, rule_served_at, older_sdk, older_version, older_seen_at)
    select seen.id, seen.at, seen.sdk, seen.version,
      case when seen.in_page then seen.at end, case when seen.rule_served then seen.at end,
      seen.older_sdk, seen.older_version, case when seen.older_version is not null then seen.at end
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${sdks}::text[], ${versions}::text[], ${inPages}::boolean[],
      ${rules}::boolean[], ${olderSdks}::text[], ${olderVersions}::text[])
      with ordinality as seen (id, at, sdk, version, in_page, rule_served, older_sdk, older_version, place)
    join ${environments} on ${environments.id} = seen.id
    order by seen.place
    on conflict (environment_id) do update
    set last_seen_at = greatest(${environmentStatus.lastSeenAt}, excluded.last_seen_at),
      sdk = excluded.sdk, sdk_version = excluded.sdk_version,
      seen_in_page_at = coalesce(excluded.seen_in_page_at, ${environmentStatus.seenInPageAt}),
      rule_served_at = coalesce(${environmentStatus.ruleServedAt}, excluded.rule_served_at),
      older_sdk = coalesce(excluded.older_sdk, ${environmentStatus.olderSdk}),
      older_version = coalesce(excluded.older_version, ${environmentStatus.olderVersion}),
      older_seen_at = coalesce(excluded.older_seen_at, ${environmentStatus.olderSeenAt})
    where ${environmentStatus.lastSeenAt} < excluded.last_seen_at
      or (${environmentStatus.ruleServedAt} is null and excluded.rule_served_at is not null)`);
}

/**
 * Saves when keys were used, whichever they are by now: the present one of an environment, or a former one. Must follow
 * `saveSightings`, which locks the rows in the same order on all nodes.
 */
export async function saveKeySightings(
  sql: Sql,
  sightings: readonly (readonly [keyHash: string, KeySighting])[],
): Promise<void> {
  if (sightings.length === 0) return;
  const hashes = raw.param(sightings.map(([keyHash]) => keyHash));
  const times = raw.param(sightings.map(([, { at }]) => at));
  await sql.execute(raw`
    with seen as (select * from unnest(${hashes}::text[], ${times}::timestamptz[]) as seen (hash, at)),
    former as (
      update former_keys set seen_at = greatest(seen_at, seen.at) from seen where key_hash = seen.hash
    ),
    used as (
      select e.id, seen.at as server_at, null::timestamptz as client_at
      from seen join environments e on e.key_hash = seen.hash
      union all
      select c.environment_id, null, seen.at from seen join client_access c on c.key_hash = seen.hash
    ),
    merged as (select id, max(server_at) as server_at, max(client_at) as client_at from used group by id)
    update environment_status status
    set server_seen_at = greatest(status.server_seen_at, merged.server_at),
      client_seen_at = greatest(status.client_seen_at, merged.client_at)
    from merged where status.environment_id = merged.id`);
}
