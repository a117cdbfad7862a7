import * as z from 'zod/mini';
import { lastChangedSchema } from '../last-changed.ts';
import { METRIC } from '../metrics/metric.ts';
import { documented, id, version } from '../shapes.ts';
import { phaseSchema } from './phase.ts';
import { ANALYSIS } from './plan.ts';
import { verdictSchema } from './verdict.ts';

/** In their order. CLOSING: no new users count, events of earlier users still do. Source: RES-12. */
export const ANALYSIS_STATES = ['DRAFT', 'RUNNING', 'CLOSING', 'STOPPED'] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** GOAL decides, one per analysis; GUARDRAIL must not get worse; SECONDARY is only shown. Source: RES-13. */
export const METRIC_ROLES = ['GOAL', 'GUARDRAIL', 'SECONDARY'] as const;
export type MetricRole = (typeof METRIC_ROLES)[number];

/** Why an analysis was stopped. Source: RES-12. */
export const STOP_REASONS = [
  'SHIPPED',
  'USER',
  'EXPERIMENT_DELETED',
  'ENVIRONMENT_DELETED',
  'RULE_GONE',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A user or key that did something, with the name at that time. */
const doerSchema = z.object({ id: z.optional(id), name: z.string() });

/** A metric of a running analysis: a copy of its definition, made at the start. */
export const measuredMetricSchema = documented(
  z.object({
    no: documented(z.int(), { description: 'Number of the metric within its analysis.' }),
    role: z.enum(METRIC_ROLES),
    metricId: id,
    ...METRIC.stored,
    // Absent from what earlier releases copied, which is SUM.
    numeratorOf: z.optional(METRIC.stored.numeratorOf),
    denominatorOf: z.optional(METRIC.stored.denominatorOf),
    cuped: z.boolean(),
    capAt: documented(z.optional(z.number()), {
      description:
        "The most that counts as a user's total; a percentile is computed when the metric is added.",
    }),
    addedAt: documented(z.optional(z.iso.datetime()), {
      description: 'Only for a secondary metric that was added after the start: when.',
    }),
    removed: documented(z.optional(z.boolean()), {
      description: 'True for a secondary metric that is no longer in the plan.',
    }),
  }),
  { id: 'MeasuredMetric' },
);
export type MeasuredMetric = z.infer<typeof measuredMetricSchema>;

/** How an analysis ended. */
export const stoppedSchema = z.object({
  at: z.iso.datetime(),
  because: z.enum(STOP_REASONS),
  by: z.optional(doerSchema),
  reason: z.optional(z.string()),
  /** The value that everyone got from then on. */
  value: z.optional(z.string()),
  verdict: z.optional(verdictSchema),
});

export const analysisSchema = documented(
  z.object({
    id,
    appId: id,
    envId: id,
    environmentName: z.string(),
    experimentId: id,
    toggleId: id,
    toggleName: z.string(),
    state: z.enum(ANALYSIS_STATES),
    ...ANALYSIS.stored,
    /** Empty before the start. */
    metrics: z.readonly(z.array(measuredMetricSchema)),
    phases: z.readonly(z.array(phaseSchema)),
    startedAt: z.optional(z.iso.datetime()),
    closesAt: documented(z.optional(z.iso.datetime()), {
      description: 'When the last time window of an analysis in state CLOSING ends.',
    }),
    stopped: z.optional(stoppedSchema),
    version,
    lastChanged: lastChangedSchema,
  }),
  {
    id: 'Analysis',
    description: 'The measurement of one rule with a split: plan, phases and verdict.',
  },
);
export type Analysis = z.infer<typeof analysisSchema>;

/** An analysis as lists and badges show it. */
export const analysisSummarySchema = documented(
  z.object({
    id,
    envId: id,
    experimentId: id,
    ruleId: id,
    toggleId: id,
    state: z.enum(ANALYSIS_STATES),
    startedAt: z.optional(z.iso.datetime()),
    stoppedAt: z.optional(z.iso.datetime()),
    verdict: documented(z.optional(verdictSchema), {
      description: 'Verdict of the last count of events; absent before the first.',
    }),
  }),
  { id: 'AnalysisSummary' },
);
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;
