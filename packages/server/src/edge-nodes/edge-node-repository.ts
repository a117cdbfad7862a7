import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import { readFormerKeysOfAccount } from '../identity/keys/former-keys.ts';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { applications, clientAccess, environments } from '../tables/applications.ts';

export async function listKeyedEnvironmentsOf(sql: Sql, accountId: string) {
  const rows = await sql
    .select({ id: environments.id, keyHash: environments.keyHash })
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(
      and(
        eq(applications.accountId, accountId),
        or(isNotNull(environments.keyHash), isNotNull(clientAccess.keyHash)),
      ),
    )
    .orderBy(asc(environments.id));
  const former = new Map(
    (await readFormerKeysOfAccount(sql, accountId)).map(({ environmentId, keyHash, endsAt }) => [
      environmentId,
      { keyHash, endsAt: endsAt.toISOString() },
    ]),
  );
  return rows.map(({ id, keyHash }) => ({
    id,
    keyHash: keyHash ?? '',
    former: former.get(id) ?? null,
  }));
}

export async function isEnvironmentOfAccount(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await sql
    .select({ id: environments.id })
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .where(and(eq(environments.id, id), eq(applications.accountId, accountId)));
  return rows.length > 0;
}
