import type { EntityType } from '@comporta/contract/audit-logs/audit-log';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type {
  ClientAccess,
  Rule,
  SnapshotExperiment,
  SnapshotProperty,
  SnapshotTargetGroup,
  SnapshotToggle,
} from '@comporta/engine/snapshot';
import { and, eq, gt, isNotNull, or, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '../platform/database/database.ts';
import { applications, clientAccess, environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { experiments } from '../tables/experiments.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import type { PartChanges } from './snapshot-parts.ts';

/** Where an environment stands: what its snapshot is called, its revision and its keys. */
export interface EnvironmentHead {
  readonly id: string;
  readonly name: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly revision: number;
  readonly keyHash: string | null;
  /** Absent while there is no client key. */
  readonly clients: ClientAccess | undefined;
}

const HEAD = {
  id: environments.id,
  name: environments.name,
  applicationId: environments.applicationId,
  applicationName: applications.name,
  revision: environments.revision,
  keyHash: environments.keyHash,
  clientKeyHash: clientAccess.keyHash,
  origins: clientAccess.origins,
};

export async function findHead(
  sql: Sql,
  environmentId: string,
): Promise<EnvironmentHead | undefined> {
  const [row] = await sql
    .select(HEAD)
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(eq(environments.id, environmentId));
  if (row === undefined) return undefined;
  const { clientKeyHash, origins, ...head } = row;
  const clients =
    clientKeyHash === null ? undefined : { keyHash: clientKeyHash, origins: origins ?? [] };
  return { ...head, clients };
}

/** Revisions and keys of the environments that still exist among those asked for. */
export function readHeads(sql: Sql, environmentIds: readonly string[]) {
  return sql
    .select({
      id: environments.id,
      revision: environments.revision,
      keyHash: environments.keyHash,
      clientKeyHash: clientAccess.keyHash,
    })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(raw`${environments.id} = any(${raw.param([...environmentIds])})`);
}

export async function findEnvironmentOfKey(sql: Sql, keyHash: string): Promise<string | undefined> {
  const [row] = await sql
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.keyHash, keyHash))
    .union(
      sql
        .select({ id: clientAccess.environmentId })
        .from(clientAccess)
        .where(eq(clientAccess.keyHash, keyHash)),
    );
  return row?.id;
}

const HAS_KEY = or(isNotNull(environments.keyHash), isNotNull(clientAccess.keyHash));

/** Environments that systems can ask with a key, most recently created first. */
export async function listKeyedEnvironments(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql
    .select({ id: environments.id })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(HAS_KEY)
    .orderBy(raw`coalesce(${environments.keyCreatedAt}, ${clientAccess.savedAt}) desc`)
    .limit(most);
  return rows.map((row) => row.id);
}

export async function listKeyedEnvironmentsOf(sql: Sql, applicationId: string): Promise<string[]> {
  const rows = await sql
    .select({ id: environments.id })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(and(eq(environments.applicationId, applicationId), HAS_KEY));
  return rows.map((row) => row.id);
}

/** All parts of an environment; read together with its head in one repeatable-read transaction. */
export async function readAllParts(sql: Sql, head: EnvironmentHead): Promise<PartChanges> {
  const inApplication = (column: PgColumn) => eq(column, head.applicationId);
  return {
    properties: byId(await selectProperties(sql, inApplication(properties.applicationId))),
    targetGroups: byId(await selectTargetGroups(sql, inApplication(targetGroups.applicationId))),
    toggles: byId(await selectToggles(sql, inApplication(toggles.applicationId))),
    experiments: byId(await selectExperiments(sql, eq(experiments.environmentId, head.id))),
  };
}

/** The parts that changed after a revision; the application's audit entries say which. */
export async function readChangedParts(
  sql: Sql,
  head: EnvironmentHead,
  sinceRevision: number,
): Promise<PartChanges> {
  const changed = await sql
    .selectDistinct({ type: auditEntries.entityType, id: auditEntries.entityId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.applicationId, head.applicationId),
        gt(auditEntries.revision, sinceRevision),
      ),
    );
  const idsOf = (type: EntityType) =>
    changed.filter((entry) => entry.type === type).map((entry) => entry.id);

  const propertyIds = idsOf('property');
  const targetGroupIds = idsOf('targetGroup');
  const toggleIds = idsOf('toggle');
  const experimentIds = idsOf('experiment');
  const inEnvironment = eq(experiments.environmentId, head.id);
  return {
    properties: changedById(
      propertyIds,
      await selectProperties(sql, among(properties.id, propertyIds)),
    ),
    targetGroups: changedById(
      targetGroupIds,
      await selectTargetGroups(sql, among(targetGroups.id, targetGroupIds)),
    ),
    toggles: changedById(toggleIds, await selectToggles(sql, among(toggles.id, toggleIds))),
    experiments: changedById(
      experimentIds,
      await selectExperiments(sql, and(among(experiments.id, experimentIds), inEnvironment)),
    ),
  };
}

function among(column: PgColumn, ids: readonly string[]): SQL {
  // One parameter, however many: a statement has 65,535 at most.
  return raw`${column} = any(${raw.param([...ids])}::uuid[])`;
}

function byId<Part extends { readonly id: string }>(parts: readonly Part[]): Map<string, Part> {
  return new Map(parts.map((part) => [part.id, part]));
}

function changedById<Part extends { readonly id: string }>(
  ids: readonly string[],
  parts: readonly Part[],
): Map<string, Part | undefined> {
  const found = byId(parts);
  return new Map(ids.map((id) => [id, found.get(id)]));
}

function selectProperties(sql: Sql, condition: SQL | undefined): Promise<SnapshotProperty[]> {
  return sql
    .select({ id: properties.id, key: properties.key, type: properties.type })
    .from(properties)
    .where(condition);
}

function selectTargetGroups(sql: Sql, condition: SQL | undefined): Promise<SnapshotTargetGroup[]> {
  return sql
    .select({
      id: targetGroups.id,
      name: targetGroups.name,
      policy: targetGroups.policy,
      conditions: targetGroups.conditions,
    })
    .from(targetGroups)
    .where(condition) as Promise<SnapshotTargetGroup[]>; // jsonb columns that are not null
}

function selectToggles(sql: Sql, condition: SQL | undefined): Promise<SnapshotToggle[]> {
  return sql
    .select({
      id: toggles.id,
      name: toggles.name,
      values: toggles.values,
      defaultValue: toggles.defaultValue,
      valueType: toggles.valueType,
      availableToClients: toggles.availableToClients,
    })
    .from(toggles)
    .where(condition);
}

async function selectExperiments(
  sql: Sql,
  condition: SQL | undefined,
): Promise<SnapshotExperiment[]> {
  const rows = await sql
    .select({
      id: experiments.id,
      toggleId: experiments.toggleId,
      status: experiments.status,
      salt: experiments.salt,
      buckets: experiments.buckets,
      rules: experiments.rules,
    })
    .from(experiments)
    .where(condition);
  return rows.map((row) => ({ ...row, rules: row.rules.map(withoutName) }));
}

/** What people call a rule decides nothing: no snapshot has it. */
function withoutName({ name: _, ...rule }: StoredRule): Rule {
  return rule;
}
