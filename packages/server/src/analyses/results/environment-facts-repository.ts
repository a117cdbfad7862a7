import { eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { clientAccess, environmentStatus, environments } from '../../tables/applications.ts';

export interface EnvironmentFacts {
  readonly hasKey: boolean;
  readonly countsBulk: boolean;
  readonly lastSeenAt: Date | null;
}

export async function readEnvironmentFacts(
  sql: Sql,
  environmentId: string,
): Promise<EnvironmentFacts> {
  const [row] = await sql
    .select({
      hasKey: raw<boolean>`${environments.keyHash} is not null or ${clientAccess.keyHash} is not null`,
      countsBulk: environments.countBulkAsExposure,
      lastSeenAt: environmentStatus.lastSeenAt,
    })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, environments.id))
    .where(eq(environments.id, environmentId));
  return row ?? { hasKey: false, countsBulk: false, lastSeenAt: null };
}
