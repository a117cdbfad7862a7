import { sql as raw } from 'drizzle-orm';
import { environmentStatus, environments } from '../../tables/applications.ts';
import { inHalves } from '../base/in-halves.ts';
import type { Log } from '../base/log.ts';
import type { Sql } from '../database/database.ts';
import { codeOfFailure, isPassing } from '../database/database-errors.ts';
import { doPeriodically } from '../database/periodic-work.ts';

const SAVE_INTERVAL_MS = 1_000;
const PRODUCT_MAX_CHARS = 100;

export interface LastSeen {
  /** Notes a request with a key of the environment, at the cost of two writes to maps. An account key has no hash here. */
  seen(environmentId: string, userAgent: string | undefined, keyHash?: string): void;
  /** Notes that a page used the environment key, which is for servers only. */
  seenInPage(environmentId: string): void;
  /** Notes that a rule decided a response. `isSo` is not called any more once it was true for an environment. */
  ruleServed(environmentId: string, isSo: () => boolean): void;
  /** Saves the last notes, unless the database is unavailable. */
  close(): Promise<void>;
}

interface Sighting {
  readonly at: string;
  readonly sdk: string | null;
  readonly version: string | null;
  readonly inPage: boolean;
  readonly ruleServed: boolean;
}

interface KeySighting {
  readonly at: string;
  readonly environmentId: string;
}

/** Notes in memory when environments were last used, and saves the notes with one statement per second. */
export function keepLastSeen(sql: Sql, log: Log): LastSeen {
  let noted = new Map<string, string | undefined>();
  /** The latest User-Agent of each environment: a rule may be noted after the note of its request was saved. */
  const userAgents = new Map<string, string | undefined>();
  /** The environment of each used key, by the key's hash. */
  let notedKeys = new Map<string, string>();
  let notedInPage = new Set<string>();
  let notedRules = new Set<string>();
  const knownRules = new Set<string>();
  /** Kept until saved, because the database may be unavailable. */
  const unsaved = new Map<string, Sighting>();
  const unsavedKeys = new Map<string, KeySighting>();

  async function save(): Promise<void> {
    const at = new Date().toISOString();
    for (const [id, userAgent] of noted) {
      userAgents.set(id, userAgent);
      const inPage = notedInPage.has(id) || unsaved.get(id)?.inPage === true;
      const ruleServed = notedRules.has(id) || unsaved.get(id)?.ruleServed === true;
      unsaved.set(id, { at, ...productOf(userAgent), inPage, ruleServed });
    }
    for (const [keyHash, environmentId] of notedKeys)
      unsavedKeys.set(keyHash, { at, environmentId });
    noted = new Map();
    notedKeys = new Map();
    notedInPage = new Set();
    notedRules = new Set();
    if (unsaved.size === 0) return;
    await inHalves([...unsaved], {
      async store(part) {
        const ids = new Set(part.map(([id]) => id));
        const keys = [...unsavedKeys].filter(([, { environmentId }]) => ids.has(environmentId));
        await sql.transaction(async (inside) => {
          await saveSightings(inside, part);
          await saveKeySightings(inside, keys);
        });
        for (const [id] of part) unsaved.delete(id);
        for (const [keyHash] of keys) unsavedKeys.delete(keyHash);
      },
      isPassing,
      onBad([environment], error) {
        unsaved.delete(environment);
        log.error({ environment, code: codeOfFailure(error) }, 'a sighting cannot be saved');
      },
    });
  }

  const saving = doPeriodically(SAVE_INTERVAL_MS, save, log);
  return {
    seen(environmentId, userAgent, keyHash) {
      noted.set(environmentId, userAgent);
      if (keyHash !== undefined) notedKeys.set(keyHash, environmentId);
    },
    seenInPage(environmentId) {
      notedInPage.add(environmentId);
    },
    ruleServed(environmentId, isSo) {
      if (knownRules.has(environmentId) || !isSo()) return;
      knownRules.add(environmentId);
      notedRules.add(environmentId);
      if (!noted.has(environmentId)) noted.set(environmentId, userAgents.get(environmentId));
    },
    async close() {
      await saving.close();
      // A shutdown does not wait for an unavailable database.
      await save().catch(() => {});
    },
  };
}

/** Joins the environments, so that a deleted one does not prevent the others from being saved. */
async function saveSightings(
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
  await sql.execute(raw`
    insert into ${environmentStatus} (environment_id, last_seen_at, sdk, sdk_version,
      seen_in_page_at, rule_served_at)
    select seen.id, seen.at, seen.sdk, seen.version,
      case when seen.in_page then seen.at end, case when seen.rule_served then seen.at end
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${sdks}::text[], ${versions}::text[], ${inPages}::boolean[],
      ${rules}::boolean[])
      with ordinality as seen (id, at, sdk, version, in_page, rule_served, place)
    join ${environments} on ${environments.id} = seen.id
    order by seen.place
    on conflict (environment_id) do update
    set last_seen_at = greatest(${environmentStatus.lastSeenAt}, excluded.last_seen_at),
      sdk = excluded.sdk, sdk_version = excluded.sdk_version,
      seen_in_page_at = coalesce(excluded.seen_in_page_at, ${environmentStatus.seenInPageAt}),
      rule_served_at = coalesce(${environmentStatus.ruleServedAt}, excluded.rule_served_at)
    where ${environmentStatus.lastSeenAt} < excluded.last_seen_at
      or (${environmentStatus.ruleServedAt} is null and excluded.rule_served_at is not null)`);
}

/**
 * Saves when keys were used, whichever they are by now: the present one of an environment, or a former one. Must follow
 * the statement above, which locks the rows in the same order on all nodes.
 */
async function saveKeySightings(
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

/** Name and version of the first product in a User-Agent header: comporta-sdk and 1.2.0 in `comporta-sdk/1.2.0 node/24`. */
function productOf(userAgent: string | undefined): Pick<Sighting, 'sdk' | 'version'> {
  const [, sdk, version] = /^\s*([^\s/();]+)(?:\/([^\s();]+))?/.exec(userAgent ?? '') ?? [];
  return { sdk: clip(sdk), version: clip(version) };
}

function clip(text: string | undefined): string | null {
  return text?.slice(0, PRODUCT_MAX_CHARS) ?? null;
}
