import type { StoredRule } from '@comporta/contract/experiments/rule';
import { ENTITY_TYPES, type EntityType } from '@comporta/contract/nouns/records';
import type {
  ClientAccess,
  FormerKey,
  Rule,
  SnapshotExperiment,
  SnapshotProperty,
  SnapshotTargetGroup,
  SnapshotToggle,
} from '@comporta/engine/snapshot';
import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type FormerKeyRow, readFormerKeys } from '../identity/keys/former-keys.ts';
import { readNames } from '../platform/changes/names-of-deleted.ts';
import type { Sql } from '../platform/database/database.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { analyses, phases } from '../tables/analyses.ts';
import {
  applications,
  clientAccess,
  environmentStatus,
  environments,
  formerKeys,
} from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { experiments } from '../tables/experiments.ts';
import { PROPERTY_NAMES, properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import { EqualParts } from './equal-parts.ts';
import type { PartChanges } from './snapshot-parts.ts';

/** The names, revision, keys and settings of an environment. */
export interface EnvironmentHead {
  readonly id: string;
  /** The company, between which a node is shared; at an edge node, which knows no accounts, the application. */
  readonly accountId: string;
  readonly name: string;
  readonly applicationId: string;
  readonly applicationName: string;
  readonly revision: number;
  readonly keyHash: string | null;
  /** The environment keys that are accepted beside it. One whose end is not known ends when somebody says so. */
  readonly former: readonly (Pick<FormerKey, 'keyHash'> & Partial<FormerKey>)[];
  /** Whether fetching all values counts as an exposure. */
  readonly countsBulk: boolean;
  /** Absent while there is no client key. */
  readonly clients: ClientAccess | undefined;
}

/** Shared by all snapshots of this process. */
const equal = new EqualParts();

const HEAD = {
  id: environments.id,
  accountId: applications.accountId,
  name: environments.name,
  applicationId: environments.applicationId,
  applicationName: applications.name,
  revision: environments.revision,
  keyHash: environments.keyHash,
  countsBulk: environments.countBulkAsExposure,
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
  const former = Map.groupBy(await readFormerKeys(sql, environmentId), ({ kind }) => kind);
  const [formerClient] = (former.get('client') ?? []).map(formerKeyOf);
  const clients =
    clientKeyHash === null
      ? undefined
      : {
          keyHash: clientKeyHash,
          origins: origins ?? [],
          ...(formerClient && { former: formerClient }),
        };
  return { ...head, former: (former.get('server') ?? []).map(formerKeyOf), clients };
}

function formerKeyOf({ keyHash, endsAt }: FormerKeyRow): FormerKey {
  return { keyHash, endsAt: endsAt.toISOString() };
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

/** Environments are divided by the last byte of their ids, which is random. */
export function partOf(environmentId: string): number {
  return Number.parseInt(environmentId.slice(-2), 16);
}

/**
 * One number for each part of all environments, which is another one when a revision or a key changed, or when an environment
 * was made or deleted: to learn that nothing did, a node reads as much for 10,000 environments as for ten.
 */
export async function readFingerprints(sql: Sql): Promise<ReadonlyMap<number, string>> {
  const { id, revision, keyHash } = environments;
  const part = raw<number>`get_byte(uuid_send(${id}), 15)`;
  const rows = await sql
    .select({
      part,
      fingerprint: raw<string>`bit_xor(uuid_hash_extended(${id}, ${revision})
        # hashtextextended(coalesce(${keyHash}, ''), 0))`,
    })
    .from(environments)
    .groupBy(part);
  return new Map(rows.map((row) => [row.part, row.fingerprint]));
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
    )
    .union(
      sql
        .select({ id: formerKeys.environmentId })
        .from(formerKeys)
        .where(and(eq(formerKeys.keyHash, keyHash), gt(formerKeys.endsAt, new Date()))),
    );
  return row?.id;
}

/** The company of an environment; undefined when there is no such environment. */
export async function findCompanyOf(sql: Sql, environmentId: string): Promise<string | undefined> {
  const [row] = await sql
    .select({ id: applications.accountId })
    .from(environments)
    .innerJoin(applications, eq(applications.id, environments.applicationId))
    .where(eq(environments.id, environmentId));
  return row?.id;
}

export interface KeyedEnvironment {
  readonly id: string;
  /** How long ago somebody asked a node for it; null for never. */
  readonly unseenMs?: number | null;
}

const HAS_KEY = or(isNotNull(environments.keyHash), isNotNull(clientAccess.keyHash));

/** Environments with a key: those that were seen last first, then those that never were, the newest key first. */
export function listKeyedEnvironments(sql: Sql, most: number): Promise<KeyedEnvironment[]> {
  const { lastSeenAt } = environmentStatus;
  return sql
    .select({
      id: environments.id,
      unseenMs: raw<number | null>`extract(epoch from now() - ${lastSeenAt})::float8 * 1000`,
    })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, environments.id))
    .where(HAS_KEY)
    .orderBy(
      raw`${lastSeenAt} desc nulls last`,
      raw`coalesce(${environments.keyCreatedAt}, ${clientAccess.savedAt}) desc`,
    )
    .limit(most);
}

export function listKeyedEnvironmentsOf(
  sql: Sql,
  applicationId: string,
): Promise<KeyedEnvironment[]> {
  return sql
    .select({ id: environments.id })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .where(and(eq(environments.applicationId, applicationId), HAS_KEY));
}

/** All parts of an environment; read together with its head in one repeatable-read transaction. */
export async function readAllParts(sql: Sql, head: EnvironmentHead): Promise<PartChanges> {
  const idsIn = (table: PartTable) => {
    const isPart =
      table === experiments
        ? eq(experiments.environmentId, head.id)
        : eq(table.applicationId, head.applicationId);
    const ids = sql.select({ id: table.id }).from(table).where(isPart).orderBy(table.id);
    return idsFoundBy(sql, ids);
  };
  return readParts(sql, head, {
    properties: await idsIn(properties),
    targetGroups: await idsIn(targetGroups),
    toggles: await idsIn(toggles),
    experiments: await idsIn(experiments),
  });
}

type PartTable = typeof properties | typeof targetGroups | typeof toggles | typeof experiments;

/**
 * The parts that changed after a revision, according to the application's audit entries. Undefined when these are not
 * enough: some are no longer kept, or a newer release changed an entity of a kind that is unknown here.
 */
export async function readChangedParts(
  sql: Sql,
  head: EnvironmentHead,
  sinceRevision: number,
): Promise<PartChanges | undefined> {
  const [oldest] = await sql
    .select({ revision: auditEntries.revision })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.applicationId, head.applicationId), isNotNull(auditEntries.revision)),
    )
    .orderBy(asc(auditEntries.revision))
    .limit(1);
  if (oldest?.revision == null || oldest.revision > sinceRevision + 1) return undefined;
  const changed = await sql
    .selectDistinct({ type: auditEntries.entityType, id: auditEntries.entityId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.applicationId, head.applicationId),
        gt(auditEntries.revision, sinceRevision),
        or(isNull(auditEntries.environmentId), eq(auditEntries.environmentId, head.id)),
      ),
    );
  if (!changed.every(({ type }) => ENTITY_TYPES.includes(type))) return undefined;
  const idsOf = (type: EntityType) =>
    changed.filter((entry) => entry.type === type).map((entry) => entry.id);
  return readParts(sql, head, {
    properties: idsOf('property'),
    targetGroups: idsOf('targetGroup'),
    toggles: idsOf('toggle'),
    experiments: [
      ...idsOf('experiment'),
      ...(await analysedExperiments(sql, head, {
        analysisIds: idsOf('analysis'),
        propertyIds: idsOf('property'),
      })),
    ],
  });
}

type PartIds = { readonly [Kind in keyof PartChanges]: readonly string[] };

/** Reads in pages: turning many rows into objects at once would block the event loop. */
async function readParts(sql: Sql, head: EnvironmentHead, ids: PartIds): Promise<PartChanges> {
  const inEnvironment = eq(experiments.environmentId, head.id);
  return {
    properties: await byId(ids.properties, (page) =>
      selectProperties(sql, among(properties.id, page)),
    ),
    targetGroups: await byId(ids.targetGroups, (page) =>
      selectTargetGroups(sql, among(targetGroups.id, page)),
    ),
    toggles: await byId(ids.toggles, (page) => selectToggles(sql, among(toggles.id, page))),
    experiments: await byId(ids.experiments, (page) =>
      selectExperiments(sql, head, and(among(experiments.id, page), inEnvironment)),
    ),
  };
}

function among(column: PgColumn, ids: readonly string[]): SQL {
  // One array parameter, because a statement has at most 65,535 parameters.
  return raw`${column} = any(${raw.param([...ids])}::uuid[])`;
}

/** The parts by id; undefined for ids that do not exist (any more). */
async function byId<Part extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Part[]>,
): Promise<Map<string, Part | undefined>> {
  const parts = new Map<string, Part | undefined>(ids.map((id) => [id, undefined]));
  for await (const page of inPages(ids, read)) for (const part of page) parts.set(part.id, part);
  return parts;
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

async function selectToggles(sql: Sql, condition: SQL | undefined): Promise<SnapshotToggle[]> {
  const rows = await sql
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
  return rows.map(({ id, name, values, defaultValue, valueType, availableToClients }) => ({
    id,
    name,
    values: equal.value(values),
    defaultValue: equal.text(defaultValue),
    valueType: equal.text(valueType),
    availableToClients,
  }));
}

async function selectExperiments(
  sql: Sql,
  { applicationId }: EnvironmentHead,
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
      phases: openPhases(),
    })
    .from(experiments)
    .where(condition);
  const segmentIds = rows.flatMap(({ phases: open }) =>
    Object.values(open ?? {}).flatMap(({ segments }) => segments),
  );
  const keys = await readNames(sql, PROPERTY_NAMES, { applicationId, ids: segmentIds });
  return rows.map(({ id, toggleId, status, salt, buckets, rules, phases: open }) => ({
    id,
    toggleId,
    status: equal.text(status),
    salt,
    buckets,
    rules: rules.map((rule) => inSnapshot(rule, open?.[rule.id], keys)),
  }));
}

interface OpenPhase {
  readonly id: string;
  /** The properties that the plan names as segments. They may have been deleted since. */
  readonly segments: readonly string[];
}

/**
 * The open phases of an experiment by the ids of their rules; null where it has none. Leaves out a phase that was not
 * compared with what is stored: a release without phases has saved beside this one.
 */
function openPhases() {
  // Written out, because the query builder omits the table name of columns in a query of a single table.
  return raw<Readonly<Record<string, OpenPhase>> | null>`(
    select jsonb_object_agg(a.rule_id, jsonb_build_object('id', p.id, 'segments', a.segments))
    from ${analyses} a
    join ${phases} p on p.analysis_id = a.id and p.ended_at is null
    join ${toggles} t on t.id = a.toggle_id
    where a.experiment_id = experiments.id and a.state <> 'STOPPED'
      and p.experiment_version = experiments.version and p.values = t.values)`;
}

/** The rule for a snapshot. The name of a rule decides nothing, so snapshots leave it out. */
function inSnapshot(
  { name: _, ...rule }: StoredRule,
  phase: OpenPhase | undefined,
  keys: ReadonlyMap<string, string>,
): Rule {
  const type = equal.text(rule.type);
  const shared = equal.members({ ...rule, type } as typeof rule); // `equal.text` answers the same characters.
  if (phase === undefined) return shared;
  const segments = phase.segments.flatMap((id) => keys.get(id) ?? []);
  return { ...shared, phase: phase.id, ...(segments.length > 0 && { segments }) };
}

interface OfAnalyses {
  readonly analysisIds: readonly string[];
  readonly propertyIds: readonly string[];
}

/**
 * The experiments in whose rules something of an analysis changed: the phase, with the analysis, or the keys of segments, with
 * a property.
 */
async function analysedExperiments(
  sql: Sql,
  { id: environmentId }: EnvironmentHead,
  { analysisIds, propertyIds }: OfAnalyses,
): Promise<string[]> {
  if (analysisIds.length === 0 && propertyIds.length === 0) return [];
  const hasSegment = raw`${analyses.segments} ?| ${raw.param([...propertyIds])}::text[]`;
  const rows = await sql
    .select({ id: analyses.experimentId })
    .from(analyses)
    .where(
      and(
        eq(analyses.environmentId, environmentId),
        or(among(analyses.id, analysisIds), and(ne(analyses.state, 'STOPPED'), hasSegment)),
      ),
    );
  return rows.map(({ id }) => id);
}
