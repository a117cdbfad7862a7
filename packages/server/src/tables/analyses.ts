import type {
  AnalysisState,
  MeasuredMetric,
  MetricRole,
  StopReason,
} from '@comporta/contract/analyses/analysis';
import type { AnalysisValue } from '@comporta/contract/analyses/check-analysis';
import type { PhaseEnd, PhaseReason } from '@comporta/contract/analyses/phase';
import type { BucketRange } from '@comporta/contract/experiments/bucket-ranges';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { verdict } from './analyses/verdict-column.ts';
import { applications } from './applications.ts';
import { at, createdAt, json, partOf, primaryId, versioned } from './columns.ts';
import type { ResultNews } from './deliveries.ts';

/** Environment, experiment and toggle may be deleted: what was learned stays in the list of analyses (RES-120). */
export const analyses = pgTable(
  'analyses',
  {
    id: primaryId(),
    applicationId: partOf(() => applications.id),
    environmentId: uuid().notNull(),
    environmentName: text().notNull(),
    experimentId: uuid().notNull(),
    toggleId: uuid().notNull(),
    /** The name that the toggle had when it was deleted, written by a trigger; null while it exists. */
    deletedToggleName: text(),
    state: text().$type<AnalysisState>().notNull(),
    ruleId: uuid().notNull(),
    hypothesis: text().notNull(),
    control: text().notNull(),
    goal: json<AnalysisValue['goal']>(),
    guardrails: json<AnalysisValue['guardrails']>().notNull(),
    secondary: json<AnalysisValue['secondary']>().notNull(),
    alpha: doublePrecision().notNull(),
    power: doublePrecision().notNull(),
    mde: doublePrecision().notNull(),
    plannedUnits: integer(),
    excludeBots: boolean().notNull(),
    /** Exposures by a client key are refused. 0.2.0 takes them. */
    trustedExposures: boolean().notNull().default(false),
    segments: json<AnalysisValue['segments']>().notNull(),
    /** When each segment was added that the plan did not have at its start, by the id of its property (RES-117). */
    segmentsAddedAt: json<Readonly<Record<string, string>>>().notNull().default({}),
    startedAt: at(),
    closesAt: at(),
    stoppedAt: at(),
    stopReason: text().$type<StopReason>(),
    stoppedBy: json<{ readonly id?: string | undefined; readonly name: string }>(),
    stopNote: text(),
    shippedValue: text(),
    /** The verdict of the last count, or of the moment when the analysis was stopped. */
    verdict: verdict(),
    createdAt: createdAt(),
    ...versioned(),
  },
  (table) => [
    uniqueIndex('analyses_rule_unique')
      .on(table.experimentId, table.ruleId)
      .where(sql`${table.state} <> 'STOPPED'`),
    index('analyses_toggle_index').on(table.applicationId, table.toggleId),
    index('analyses_environment_index').on(table.environmentId),
    // The order of the list of an application's analyses: running ones first, past ones last.
    index('analyses_list_index').on(
      table.applicationId,
      sql`(case state when 'RUNNING' then 0 when 'CLOSING' then 1 when 'DRAFT' then 2 else 3 end)`,
      sql`(coalesce(stopped_at, started_at, created_at)) desc`,
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** The metrics that an analysis measures: copies, made at its start. */
export const analysisMetrics = pgTable(
  'analysis_metrics',
  {
    analysisId: partOf(() => analyses.id),
    no: integer().notNull(),
    role: text().$type<MetricRole>().notNull(),
    definition: json<Omit<MeasuredMetric, 'no' | 'role' | 'addedAt' | 'removed'>>().notNull(),
    addedAt: at(),
    removed: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.no] })],
);

/** A final look at a guardrail, as packages/stats made it. */
export interface GuardrailLook {
  readonly at: string;
  readonly comparisons: readonly object[];
  readonly states: readonly string[];
}

/** A time in which one unchanged assignment holds. */
export const phases = pgTable(
  'phases',
  {
    id: primaryId(),
    analysisId: partOf(() => analyses.id),
    environmentId: uuid().notNull(),
    number: integer().notNull(),
    reason: text().$type<PhaseReason>().notNull(),
    openedBy: text(),
    startedAt: at().notNull(),
    /** No unit is exposed from here on; null while the phase is open. */
    endedAt: at(),
    ended: text().$type<PhaseEnd>(),
    /** No event counts from here on; null while windows are open. */
    eventsUntil: at(),
    /** The property whose values are the units; null where users are. It may be deleted after the phase. */
    byPropertyId: uuid(),
    salt: text().notNull(),
    buckets: integer().notNull(),
    /** The values of the toggle, in its order. */
    values: json<readonly string[]>().notNull(),
    ranges: json<readonly BucketRange[]>().notNull(),
    /**
     * Buckets that had another value in the previous phase: their units are left out. Empty since 0.3.0, whose phases count
     * everyone who meets them (RES-101, RES-104).
     */
    moved: json<readonly Omit<BucketRange, 'valueIndex'>[]>().notNull(),
    /** Whether units of earlier phases are left out, in all arms alike (RES-103). */
    newUsersOnly: boolean().notNull().default(false),
    /** Fingerprints, see `analyses/phases/fingerprints.ts`. */
    assignment: text().notNull(),
    audience: text().notNull(),
    audienceChangedAt: json<readonly string[]>().notNull(),
    /** Whether its rule is the only one, so that all users with this toggle are measured. */
    isOnlyRule: boolean().notNull(),
    /** The version of the experiment that the phase was last compared with. */
    experimentVersion: integer().notNull(),
    /** Only 0.2.0 reads it: a phase is that of a toggle as long as the values are equal. */
    toggleVersion: integer().notNull(),
    /** The comparisons of the goal, as packages/stats made them; they are made only once. */
    finalLook: json<readonly object[]>(),
    finalLookAt: at(),
    /**
     * The final looks at guardrails, by the numbers of the metrics; they are made only once. Null where guardrails have
     * none, as in a phase that a node of 0.2.0 began: the rules of a phase never change.
     */
    guardrailLooks: json<Readonly<Record<string, GuardrailLook>>>().$defaultFn(() => ({})),
    /** The time up to which its events are counted. */
    countedAt: at(),
    /** How long that count took in ClickHouse; null where PostgreSQL counts. 0.2.0 neither reads nor writes it. */
    countSeconds: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('phases_number_unique').on(table.analysisId, table.number),
    uniqueIndex('phases_open_unique').on(table.analysisId).where(sql`${table.endedAt} is null`),
    index('phases_environment_index').on(table.environmentId),
  ],
);

/** The results of a phase as shown on each day. A past day is never rewritten. */
export const dailyResults = pgTable(
  'daily_results',
  {
    phaseId: partOf(() => phases.id),
    day: date().notNull(),
    verdict: verdict().notNull(),
    metrics: json<readonly unknown[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.phaseId, table.day] })],
);

/** The news of a phase that were sent to the webhook, each once, for as long as the phase exists. */
export const toldResults = pgTable(
  'told_results',
  {
    phaseId: partOf(() => phases.id),
    kind: text().$type<ResultNews['kind']>().notNull(),
    /** The verdict, or the number of the metric and the index of the harmful value; empty for the planned end. */
    code: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.phaseId, table.kind, table.code] })],
);
