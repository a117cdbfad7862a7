import { type ChangePolicy, isNoPolicy } from '@comporta/contract/change-policies/change-policy';
import { eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { applications, environments } from '../tables/applications.ts';
import { freezes } from '../tables/change-requests.ts';

/** Null where changes need nothing. */
export async function findChangePolicy(
  sql: Sql,
  environmentId: string,
): Promise<ChangePolicy | null> {
  const [row] = await sql
    .select({ policy: environments.changePolicy })
    .from(environments)
    .where(eq(environments.id, environmentId));
  return row?.policy ?? null;
}

/** Stores a policy, and whether the application has one at all. */
export async function writeChangePolicy(
  sql: Sql,
  { applicationId, environmentId }: Readonly<Record<'applicationId' | 'environmentId', string>>,
  policy: ChangePolicy,
): Promise<void> {
  await sql
    .update(environments)
    .set({ changePolicy: isNoPolicy(policy) ? null : policy })
    .where(eq(environments.id, environmentId));
  await sql
    .update(applications)
    .set({
      restricted: raw`exists (select from ${environments} where application_id = ${applicationId} and change_policy is not null)
        or exists (select from ${freezes} where application_id = ${applicationId} and ends_at > clock_timestamp())`,
    })
    .where(eq(applications.id, applicationId));
}
