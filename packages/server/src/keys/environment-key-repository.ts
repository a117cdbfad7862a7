import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { environmentStatus, environments } from '../tables/applications.ts';

/** Puts a key in the place of the one before, which opens nothing from now on. */
export async function replaceEnvironmentKey(
  sql: Sql,
  environmentId: string,
  keyHash: string,
): Promise<void> {
  await sql
    .update(environments)
    .set({ keyHash, keyCreatedAt: new Date() })
    .where(eq(environments.id, environmentId));
}

const NEVER_SEEN: EnvironmentStatus = { lastSeenAt: null, sdk: null, version: null };

export async function findEnvironmentStatus(
  sql: Sql,
  environmentId: string,
): Promise<EnvironmentStatus> {
  const [status] = await sql
    .select({
      lastSeenAt: environmentStatus.lastSeenAt,
      sdk: environmentStatus.sdk,
      version: environmentStatus.sdkVersion,
    })
    .from(environmentStatus)
    .where(eq(environmentStatus.environmentId, environmentId));
  return status ? { ...status, lastSeenAt: status.lastSeenAt.toISOString() } : NEVER_SEEN;
}
