import { FINAL_STATES } from '@comporta/contract/change-requests/request-state';
import type { UsageClient } from '@comporta/contract/lifecycle/lifecycle';
import {
  and,
  count,
  countDistinct,
  eq,
  gt,
  inArray,
  max,
  min,
  not,
  notInArray,
  sql as raw,
  type SQLWrapper,
  sum,
} from 'drizzle-orm';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Sql } from '../platform/database/database.ts';
import { analyses } from '../tables/analyses.ts';
import { applications, environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { byName } from '../tables/by-name.ts';
import { changeRequests } from '../tables/change-requests.ts';
import { OUTCOME_COLUMNS } from '../tables/experiments/outcome-columns.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';
import { codeReferences, codeRepositories, toggles } from '../tables/toggles.ts';
import { toggleClients, usageClients, usageState } from '../tables/usage.ts';

/** What decides how the facts of an application are read; `now` is the clock of the database. */
export async function readSettings(sql: Sql, applicationId: string) {
  const [found] = await sql
    .select({
      idleDays: applications.idleDays,
      now: raw`clock_timestamp()`.mapWith(environments.createdAt),
      countingSince:
        raw`coalesce((select min(${usageState.countingSince}) from ${usageState}), clock_timestamp())`.mapWith(
          environments.createdAt,
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
    .select({ id, name, production, createdAt })
    .from(environments)
    .where(eq(environments.applicationId, applicationId))
    .orderBy(position);
}

/** The toggles that are not archived, in the order of their names. */
export function readToggles(sql: Sql, applicationId: string) {
  const { id, name, createdAt, lifetime, removeBy, snoozedUntil } = toggles;
  const { defaultValue, availableToClients, version } = toggles;
  return sql
    .select({
      ...{ id, name, createdAt, lifetime, removeBy, snoozedUntil },
      ...{ defaultValue, availableToClients, version },
    })
    .from(toggles)
    .where(and(eq(toggles.applicationId, applicationId), not(toggles.archived)))
    .orderBy(byName(name));
}

/** The experiments of an environment: a single statement for those of all would hold up the event loop. */
export function readExperiments(sql: Sql, ofEnvironment: string) {
  const { id, environmentId, toggleId, status } = experiments;
  const savedAt = textOf(experiments.savedAt);
  return sql
    .select({ id, environmentId, toggleId, status, savedAt, ...OUTCOME_COLUMNS })
    .from(experiments)
    .where(eq(environmentId, ofEnvironment));
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

/** The ids of the toggles and experiments that open change requests name. */
export async function readPlanned(sql: Sql, applicationId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    select distinct named.id from ${changeRequests},
      lateral (
        select unnest(${changeRequests.entityIds})::text as id
        union all
        select jsonb_path_query(${changeRequests.steps}, '$[*].edits[*].body.toggleId') #>> '{}'
      ) as named
    where ${and(
      eq(changeRequests.applicationId, applicationId),
      notInArray(changeRequests.status, [...FINAL_STATES]),
    )}`);
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

/** When each toggle was last used in an environment. */
export async function readLastUses(
  sql: Sql,
  environmentId: string,
): Promise<ReadonlyMap<string, string>> {
  const { toggleId, lastUseAt } = toggleClients;
  const { rows } = await sql.execute<{ id: string; at: string }>(raw`
    select ${toggleId} as id, ${textOf(max(lastUseAt))} as at from ${toggleClients}
    where ${toggleClients.environmentId} = ${environmentId} group by ${toggleId}`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** A time as answers give it: for thousands of rows, to make dates of them and texts again takes most of a call. */
function textOf(time: SQLWrapper) {
  return raw<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
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

/** When an experiment of a toggle, which is named here, was last deleted in an environment. */
export function readDeletions(sql: Sql, applicationId: string) {
  const { environmentId, entityName, at } = auditEntries;
  return sql
    .select({ environmentId, toggle: entityName, at: max(at).mapWith(at) })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.applicationId, applicationId),
        eq(auditEntries.action, 'DELETED'),
        eq(auditEntries.entityType, 'experiment'),
      ),
    )
    .groupBy(environmentId, entityName);
}

/**
 * Since when the toggles have had their default value: other saves, such as a snooze, do not count. Versions that are not
 * kept any more are taken for other values.
 */
export async function readDefaultsSince(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.execute<{ id: string; since: string }>(raw`
    select t.id, coalesce(
      (select min(same.saved_at) from toggle_versions same
        where same.id = t.id and same.version > coalesce(
          (select max(other.version) from toggle_versions other
            where other.id = t.id and other.body ->> 'defaultValue' <> t.default_value), 0)),
      t.saved_at)::text as since
    from toggles t where t.id = any(${raw.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, since }) => [id, new Date(since)]));
}
