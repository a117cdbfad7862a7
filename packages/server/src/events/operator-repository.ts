import { and, eq, or } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { accounts } from '../tables/accounts.ts';
import { applications, environments } from '../tables/applications.ts';
import { properties } from '../tables/properties.ts';
import { toggles } from '../tables/toggles.ts';

export interface OperatedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly companyName: string;
}

/** Environments of all companies with these names; either may also be given as an id. */
export function findEnvironments(
  sql: Sql,
  { application, environment }: { readonly application: string; readonly environment: string },
): Promise<OperatedEnvironment[]> {
  return sql
    .select({
      id: environments.id,
      name: environments.name,
      revision: environments.revision,
      applicationId: applications.id,
      applicationName: applications.name,
      companyName: accounts.name,
    })
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(
      and(
        or(
          eq(applications.name, application),
          isId(application) ? eq(applications.id, application) : undefined,
        ),
        or(
          eq(environments.name, environment),
          isId(environment) ? eq(environments.id, environment) : undefined,
        ),
      ),
    );
}

/** The ids of an application's toggles, by their names. */
export async function readToggleIds(
  sql: Sql,
  applicationId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql
    .select({ id: toggles.id, name: toggles.name })
    .from(toggles)
    .where(eq(toggles.applicationId, applicationId));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The id of the property of an application with this key. */
export async function findPropertyId(
  sql: Sql,
  applicationId: string,
  key: string,
): Promise<string | undefined> {
  const [found] = await sql
    .select({ id: properties.id })
    .from(properties)
    .where(and(eq(properties.applicationId, applicationId), eq(properties.key, key)));
  return found?.id;
}
