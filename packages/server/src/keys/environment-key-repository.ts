import type { EnvironmentStatus, RegionTag } from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { accounts } from '../tables/accounts.ts';
import { environmentStatus, environments } from '../tables/applications.ts';

/** Replaces the key of an environment; the previous key stops working. */
export async function replaceEnvironmentKey(
  sql: Sql,
  environmentId: string,
  keyHash: string,
): Promise<void> {
  await sql
    .update(environments)
    .set({ keyHash, keyCreatedAt: new Date() })
    .where(eq(environments.id, environmentId));
  // The sighting was of the previous key; the new one has not been seen in a page yet.
  await sql
    .update(environmentStatus)
    .set({ seenInPageAt: null })
    .where(eq(environmentStatus.environmentId, environmentId));
}

const NEVER_SEEN: EnvironmentStatus = {
  lastSeenAt: null,
  sdk: null,
  version: null,
  seenInPageAt: null,
  ruleServedAt: null,
};

export async function findEnvironmentStatus(
  sql: Sql,
  environmentId: string,
): Promise<EnvironmentStatus> {
  const [status] = await sql
    .select({
      lastSeenAt: environmentStatus.lastSeenAt,
      sdk: environmentStatus.sdk,
      version: environmentStatus.sdkVersion,
      seenInPageAt: environmentStatus.seenInPageAt,
      ruleServedAt: environmentStatus.ruleServedAt,
    })
    .from(environmentStatus)
    .where(eq(environmentStatus.environmentId, environmentId));
  if (status === undefined) return NEVER_SEEN;
  const { lastSeenAt, seenInPageAt, ruleServedAt } = status;
  return {
    ...status,
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
