import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import type { LifecycleFacts, UsageClient } from '@comporta/contract/lifecycle/lifecycle';
import {
  and,
  count,
  countDistinct,
  eq,
  gt,
  inArray,
  min,
  notInArray,
  sql as raw,
  sum,
} from 'drizzle-orm';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Sql } from '../platform/database/database.ts';
import { analyses } from '../tables/analyses.ts';
import { applications, environments } from '../tables/applications.ts';
import { byName } from '../tables/by-name.ts';
import { changeRequests } from '../tables/change-requests.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';
import { codeReferences, codeRepositories, toggles } from '../tables/toggles.ts';
import { toggleClients, usageClients, usageState } from '../tables/usage.ts';
import {
  type ByEnvironment,
  byEnvironment,
  type OfEnvironment,
  type Row,
  textOf,
} from './facts-repository.ts';

/** What decides how the facts of an application are read; `now` is the clock of the database. */
export async function readSettings(sql: Sql, applicationId: string) {
  const [found] = await sql
    .select({
      idleDays: applications.idleDays,
      now: raw`clock_timestamp()`.mapWith(environments.createdAt),
      countingSince: textOf(
        raw`coalesce((select min(${usageState.countingSince}) from ${usageState}), clock_timestamp())`,
      ),
    })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return orNotFound(found);
}

export async function readApplicationIds(sql: Sql, accountId: string): Promise<readonly string[]> {
  const rows = await sql
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.accountId, accountId))
    .orderBy(applications.id);
  return rows.map(({ id }) => id);
}

export function readEnvironments(sql: Sql, applicationId: string) {
  const { id, name, production, createdAt, position } = environments;
  return sql
    .select({ id, name, production, createdAt: textOf(createdAt) })
    .from(environments)
    .where(eq(environments.applicationId, applicationId))
    .orderBy(position);
}

/** A toggle that is not archived; times and days are texts, as answers give them. */
export interface ToggleRow
  extends Pick<LifecycleFacts, 'createdAt' | 'lifetime' | 'removeBy' | 'snoozedUntil'> {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string;
  readonly availableToClients: boolean;
  readonly version: number;
}

/** The toggles in the order of their names. */
export async function readToggles(sql: Sql, applicationId: string): Promise<readonly ToggleRow[]> {
  const { id, name, createdAt, lifetime, removeBy, snoozedUntil } = toggles;
  const { defaultValue, availableToClients, version } = toggles;
  const { rows } = await sql.execute<Row<ToggleRow>>(raw`
    select ${id}, ${name}, ${textOf(createdAt)} as "createdAt", ${lifetime}, ${removeBy}::text as "removeBy",
      ${snoozedUntil}::text as "snoozedUntil", ${defaultValue} as "defaultValue",
      ${availableToClients} as "availableToClients", ${version}
    from ${toggles} where ${toggles.applicationId} = ${applicationId} and not ${toggles.archived}
    order by ${byName(name)}`);
  return rows;
}

/** How many toggles have a rule that depends on each. */
export async function countDependents(sql: Sql, applicationId: string) {
  const rows = await sql
    .select({
      id: experimentDependencies.toggleId,
      dependents: countDistinct(experiments.toggleId),
    })
    .from(experimentDependencies)
    .innerJoin(experiments, eq(experiments.id, experimentDependencies.experimentId))
    .where(eq(experimentDependencies.applicationId, applicationId))
    .groupBy(experimentDependencies.toggleId);
  return new Map(rows.map(({ id, dependents }) => [id, dependents]));
}

/** The toggles whose rules an analysis measures, or still waits for events of. */
export async function readMeasured(sql: Sql, applicationId: string): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectDistinct({ id: analyses.toggleId })
    .from(analyses)
    .where(
      and(
        eq(analyses.applicationId, applicationId),
        inArray(analyses.state, ['RUNNING', 'CLOSING']),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the toggles that open change requests name, or experiments of. */
export async function readPlanned(sql: Sql, applicationId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    with open as (
      select ${changeRequests.entityIds} as ids, ${changeRequests.steps} as steps from ${changeRequests}
      where ${and(
        eq(changeRequests.applicationId, applicationId),
        notInArray(changeRequests.status, [...FINAL_STATES]),
      )}
    )
    select unnest(ids)::text as id from open
    union
    select jsonb_path_query(steps, '$[*].edits[*].body.toggleId') #>> '{}' from open
    union
    select ${experiments.toggleId}::text from ${experiments}
    where ${experiments.id} in (select unnest(ids) from open)`);
  return new Set(rows.map(({ id }) => id));
}

/** How many places of the scanned code name each toggle, how many repositories were scanned, and when the first of them. */
export async function readReferences(sql: Sql, applicationId: string) {
  const [scans] = await sql
    .select({
      repositories: count(),
      oldestScanAt: min(codeRepositories.scannedAt).mapWith(codeRepositories.scannedAt),
    })
    .from(codeRepositories)
    .where(eq(codeRepositories.applicationId, applicationId));
  const rows = await sql
    .select({ id: codeReferences.toggleId, places: sum(codeReferences.count).mapWith(Number) })
    .from(codeReferences)
    .innerJoin(codeRepositories, eq(codeRepositories.id, codeReferences.repositoryId))
    .where(and(eq(codeRepositories.applicationId, applicationId), gt(codeReferences.count, 0)))
    .groupBy(codeReferences.toggleId);
  return {
    repositories: scans?.repositories ?? 0,
    oldestScanAt: scans?.oldestScanAt?.toISOString() ?? null,
    places: new Map(rows.map(({ id, places }) => [id, places])),
  };
}

/** When each toggle was last used, by environment and toggle, for `timeIn`. */
export async function readLastUses(
  sql: Sql,
  environmentIds: readonly string[],
): Promise<ByEnvironment<string>> {
  const { environmentId, toggleId, lastUseAt } = toggleClients;
  const { rows } = await sql.execute<Row<OfEnvironment<string>>>(raw`
    select id, json_object_agg(toggle, at at time zone 'UTC') as toggles from (
      select ${environmentId} as id, ${toggleId} as toggle, max(${lastUseAt}) as at from ${toggleClients}
      where ${inArray(environmentId, [...environmentIds])} group by ${environmentId}, ${toggleId}
    ) as used group by id`);
  return byEnvironment(rows);
}

/** The programs that asked for toggles of these environments, those first that asked last. */
export function readClients(sql: Sql, environmentIds: readonly string[]): Promise<ClientRow[]> {
  const { environmentId, trusted, service, sdk, version, askedAt, silentAt } = usageClients;
  return sql
    .select({ environmentId, trusted, service, sdk, version, askedAt, silentAt })
    .from(usageClients)
    .where(inArray(environmentId, [...environmentIds]))
    .orderBy(raw`${askedAt} desc`);
}

export interface ClientRow extends UsageClient {
  readonly environmentId: string;
  readonly trusted: boolean;
  readonly askedAt: Date;
  readonly silentAt: Date | null;
}
