import {
  type EnvironmentStatus,
  KEY_LIMITS,
  type KeyLimit,
  type RegionTag,
} from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import type { EventStore } from '../event-store/event-store.ts';
import { keepReplacedKey } from '../identity/keys/former-keys.ts';
import type { Sql } from '../platform/database/database.ts';
import { isNearlyUsedUp, startOfDay } from '../platform/limits/events-today.ts';
import { accounts } from '../tables/accounts.ts';
import { environmentStatus, environments } from '../tables/applications.ts';
import { findKeyUses } from './key-use-repository.ts';

interface NewKey {
  readonly keyHash: string;
  /** For how long the previous key works on. */
  readonly keepHours: number;
}

/** Replaces the key of an environment. Returns until when the previous key works; undefined when it stops now. */
export async function replaceEnvironmentKey(
  sql: Sql,
  environmentId: string,
  { keyHash, keepHours }: NewKey,
): Promise<Date | undefined> {
  const [previous] = await sql
    .select({
      keyHash: environments.keyHash,
      createdAt: environments.keyCreatedAt,
      seenAt: environmentStatus.serverSeenAt,
    })
    .from(environments)
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, environments.id))
    .where(eq(environments.id, environmentId));
  await sql
    .update(environments)
    .set({ keyHash, keyCreatedAt: new Date() })
    .where(eq(environments.id, environmentId));
  // The sightings were of the previous key; the new one has not been seen yet, neither in a page.
  await sql
    .update(environmentStatus)
    .set({ seenInPageAt: null, serverSeenAt: null })
    .where(eq(environmentStatus.environmentId, environmentId));
  if (previous === undefined) return undefined;
  return keepReplacedKey(sql, {
    ...previous,
    environmentId,
    kind: 'server',
    replacedBy: keyHash,
    keepHours,
  });
}

type Sightings = Omit<EnvironmentStatus, 'limited' | 'keys' | 'eventsToday'>;

const DAY_MS = 24 * 60 * 60_000;
/** Under this kind, refused calls are counted per hour, by limit. Source: FAIR-15. */
const LIMITED = 'LIMITED';

const NEVER_SEEN: Sightings = {
  lastSeenAt: null,
  sdk: null,
  version: null,
  seenInPageAt: null,
  ruleServedAt: null,
};

export type StatusStore = Pick<EventStore, 'counters' | 'storedSince'>;

export interface StatusSources {
  readonly store: StatusStore;
  readonly eventsPerDay: number;
}

export async function findEnvironmentStatus(
  sql: Sql,
  { store: { counters, storedSince }, eventsPerDay }: StatusSources,
  environmentId: string,
): Promise<EnvironmentStatus> {
  const since = new Date(Date.now() - DAY_MS);
  // Only known limits: a newer release beside this one may count others.
  const refused = await counters(environmentId, since, [{ kind: LIMITED, codes: KEY_LIMITS }]);
  const limited = refused.map(({ code, count }) => ({ limit: code as KeyLimit, calls: count }));
  const sightings = await findSightings(sql, environmentId);
  const ofToday = await storedSince([environmentId], startOfDay());
  const stored = ofToday.reduce((sum, { count }) => sum + count, 0);
  return {
    ...sightings,
    keys: await findKeyUses(sql, environmentId),
    ...(isNearlyUsedUp(stored, eventsPerDay) && { eventsToday: { stored, most: eventsPerDay } }),
    limited,
  };
}

async function findSightings(sql: Sql, environmentId: string): Promise<Sightings> {
  const [status] = await sql
    .select({
      lastSeenAt: environmentStatus.lastSeenAt,
      sdk: environmentStatus.sdk,
      version: environmentStatus.sdkVersion,
      seenInPageAt: environmentStatus.seenInPageAt,
      ruleServedAt: environmentStatus.ruleServedAt,
      olderSdk: environmentStatus.olderSdk,
      olderVersion: environmentStatus.olderVersion,
      olderSeenAt: environmentStatus.olderSeenAt,
    })
    .from(environmentStatus)
    .where(eq(environmentStatus.environmentId, environmentId));
  if (status === undefined) return NEVER_SEEN;
  const { lastSeenAt, seenInPageAt, ruleServedAt, olderSdk, olderVersion, olderSeenAt, ...rest } =
    status;
  const isOlderSeen = olderSeenAt !== null && olderSeenAt.getTime() > Date.now() - 7 * DAY_MS;
  return {
    ...rest,
    ...(isOlderSeen &&
      olderSdk !== null &&
      olderVersion !== null && {
        olderReader: { sdk: olderSdk, version: olderVersion, seenAt: olderSeenAt.toISOString() },
      }),
    lastSeenAt: lastSeenAt.toISOString(),
    seenInPageAt: seenInPageAt?.toISOString() ?? null,
    ruleServedAt: ruleServedAt?.toISOString() ?? null,
  };
}

/** The regions whose addresses the key page of an account shows; null for all regions of the service. */
export async function findRegions(
  sql: Sql,
  accountId: string,
): Promise<readonly RegionTag[] | null> {
  const [account] = await sql
    .select({ regions: accounts.regions })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.regions ?? null;
}
