import {
  APPLICATION,
  type Application,
  type ApplicationSummary,
  type Environment,
} from '@comporta/contract/applications/application';
import { DEFAULT_ROLE } from '@comporta/contract/role';
import type { Usage } from '@comporta/contract/usage';
import { asc, eq, inArray, sql as raw } from 'drizzle-orm';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Versioned } from '../platform/base/versions.ts';
import {
  OF_EDITORS,
  openedApplications,
  readAccesses,
  withinToken,
} from '../platform/callers/access.ts';
import type { Actor } from '../platform/callers/actor.ts';
import { FREEZE_NOW } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import { forgetPlans } from '../platform/database/write-rows.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';
import { applications, environments } from '../tables/applications.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiments/experiment-usage.ts';
import { experiments } from '../tables/experiments.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

export const MAX_APPS: Limited = {
  limit: 'MAX_APPS',
  code: 'MAX_APP_LIMIT_REACHED',
  name: 'max-apps',
  count: (sql, accountId) => sql.$count(applications, eq(applications.accountId, accountId)),
};

export type StoredApplication = Omit<Application, 'lastChanged'> & Versioned;

type NewApplication = typeof applications.$inferInsert & {
  readonly environments: readonly Omit<Environment, 'hasKey'>[];
};

const COLUMNS = {
  id: applications.id,
  ...columnsNamed(
    applications,
    APPLICATION.names.filter((name) => name !== 'environments'),
  ),
  version: applications.version,
  savedBy: applications.savedBy,
  savedById: applications.savedById,
  savedAt: applications.savedAt,
};

const ENVIRONMENT = {
  id: environments.id,
  name: environments.name,
  hasKey: raw<boolean>`${environments.keyHash} is not null`,
  production: environments.production,
  countBulkAsExposure: environments.countBulkAsExposure,
};

/** The applications of the account that the actor may use. */
export async function listApplicationsOf(sql: Sql, actor: Actor): Promise<ApplicationSummary[]> {
  const accesses = await readAccesses(sql, actor);
  const rows = await sql
    .select({
      id: applications.id,
      name: applications.name,
      openRequests: applications.requestCount,
      environment: { ...ENVIRONMENT, changePolicy: environments.changePolicy, freeze: FREEZE_NOW },
    })
    .from(applications)
    .innerJoin(environments, eq(environments.applicationId, applications.id))
    .where(inArray(applications.id, openedApplications(sql, actor)))
    .orderBy(byName(applications.name), asc(environments.position));
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((sameApplication) => {
    const [first] = sameApplication;
    if (first === undefined) return [];
    const { id, name, openRequests } = first;
    const { role, environments: others } = withinToken(accesses.get(id) ?? OF_EDITORS, actor.token);
    return {
      id,
      name,
      environments: sameApplication.map(({ environment }) => {
        const { changePolicy, freeze, ...always } = environment;
        const other = others.get(environment.id);
        return {
          ...always,
          ...(changePolicy && { changePolicy }),
          ...(freeze && { freeze }),
          ...(other && { role: other }),
        };
      }),
      ...(openRequests > 0 && { openRequests }),
      ...(role !== DEFAULT_ROLE && { role }),
    };
  });
}

export async function findApplication(
  sql: Sql,
  id: string,
): Promise<StoredApplication | undefined> {
  const [application] = await sql.select(COLUMNS).from(applications).where(eq(applications.id, id));
  return application && { ...application, environments: await environmentsOf(sql, id) };
}

function environmentsOf(sql: Sql, applicationId: string): Promise<Environment[]> {
  return sql
    .select(ENVIRONMENT)
    .from(environments)
    .where(eq(environments.applicationId, applicationId))
    .orderBy(asc(environments.position));
}

/** Returns the application as it is now stored. */
export async function insertApplication(
  sql: Sql,
  { environments: wanted, ...application }: NewApplication,
): Promise<StoredApplication> {
  await sql.insert(applications).values(application);
  await saveEnvironments(sql, application.id, wanted);
  return orNotFound(await findApplication(sql, application.id));
}

/** Returns the application as it is now stored. */
export async function updateApplication(
  sql: Sql,
  application: StoredApplication,
): Promise<StoredApplication> {
  const { id, environments: wanted, ...columns } = application;
  await sql.update(applications).set(columns).where(eq(applications.id, id));
  await saveEnvironments(sql, id, wanted);
  return orNotFound(await findApplication(sql, id));
}

/**
 * Locks the application's row, and so waits for transactions that grant the application to a user. They lock
 * the application first and then the account, so call this before the account is locked.
 */
export async function waitForGrants(sql: Sql, id: string): Promise<void> {
  await sql
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.id, id))
    .for('update');
}

/**
 * Deletes what is in an application, each thing before the things that it uses: a cascade from the application's
 * row would violate the foreign keys that protect used things before it reached what uses them. One statement for
 * each environment and table, so that none comes near the statement timeout in a large application.
 */
export async function deleteContents(
  sql: Sql,
  {
    id,
    environments,
  }: { readonly id: string; readonly environments: readonly { readonly id: string }[] },
): Promise<void> {
  await forgetPlans(sql);
  for (const environment of environments) {
    await sql.delete(experiments).where(eq(experiments.environmentId, environment.id));
  }
  await sql.delete(targetGroups).where(eq(targetGroups.applicationId, id));
  await sql.delete(toggles).where(eq(toggles.applicationId, id));
}

/** Deletes the row; the cascade removes what is left: environments with their keys, properties, grants. */
export async function deleteApplicationRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(applications).where(eq(applications.id, id));
}

/** Saves the environments in their order, and deletes those that are not in `wanted`, with experiments and keys. */
async function saveEnvironments(
  sql: Sql,
  applicationId: string,
  wanted: readonly Omit<Environment, 'hasKey'>[],
): Promise<void> {
  const stored = await environmentsOf(sql, applicationId);
  const storedIds = new Set(stored.map(({ id }) => id));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const removed = stored.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => id);
  if (removed.length > 0) {
    await forgetPlans(sql);
    await sql.delete(environments).where(inArray(environments.id, removed));
  }
  // Names are unique. Each row first gets a temporary name, so that two environments can swap theirs. A control
  // character keeps it from being the name of another one.
  await sql
    .update(environments)
    .set({ name: raw`chr(1) || ${environments.id}` })
    .where(eq(environments.applicationId, applicationId));
  for (const [position, { id, name, production, countBulkAsExposure }] of wanted.entries()) {
    const row = { name, position, production, countBulkAsExposure };
    if (storedIds.has(id)) {
      await sql.update(environments).set(row).where(eq(environments.id, id));
    } else {
      await sql.insert(environments).values({ id, applicationId, ...row });
    }
  }
}

/** The experiments that run in an environment, named after their toggles. */
export function experimentsIn(sql: Sql, environmentId: string): Promise<Usage[]> {
  return sql
    .select(EXPERIMENT_USAGE)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.environmentId, environmentId))
    .orderBy(...BY_NAME);
}
