import * as z from 'zod/mini';
import {
  emptyDraft,
  field,
  fieldsOf,
  flag,
  keptFlag,
  localField,
  optionalText,
} from '../fields.ts';
import { documented, draftList, draftText, id } from '../shapes.ts';

/** The allowed choices of a plan. Source: RES-13. */
export const ANALYSIS_ALPHAS = [0.01, 0.05, 0.1] as const;
/** The chance to find an effect of the planned size, from 0 to 1. Source: RES-13. */
export const ANALYSIS_POWERS = [0.8, 0.9] as const;
/** Relative to the control: 10 is eleven times its level. Source: RES-13. */
export const MDE_MOST = 10;
/** Users per pair of values. Source: RES-13. */
export const PLANNED_UNITS_LEAST = 200;
/** Per analysis. Source: RES-13. */
export const GUARDRAILS_MOST = 5;
/** Per analysis. Source: RES-13. */
export const SECONDARY_MOST = 20;
/** Properties per analysis by which results are split. Source: RES-13. */
export const SEGMENTS_MOST = 3;

/** A number with a default for drafts that omit it. */
function number(missing: number) {
  const stored = z.number();
  const draft = z.pipe(
    z.nullish(stored),
    z.transform((value) => value ?? missing),
  );
  return field({ stored, draft, document: stored });
}

/** A metric in a role, and how it is counted there. */
export const chosenMetricSchema = z.object({
  metricId: id,
  cuped: documented(z.nullable(z.boolean()), {
    description:
      "Whether a user's earlier events reduce the variance (CUPED); null: decided at the start.",
  }),
  trusted: documented(z.nullable(z.boolean()), {
    description:
      'Whether only events sent with the environment key count; null: yes for a guardrail, otherwise as the metric says.',
  }),
});
export type ChosenMetric = z.infer<typeof chosenMetricSchema>;

const chosenMetricDraft = z.pipe(
  z.object({
    metricId: draftText,
    cuped: z.optional(z.nullable(z.boolean())),
    trusted: z.optional(z.nullable(z.boolean())),
  }),
  z.transform(
    ({ metricId, cuped = null, trusted = null }): ChosenMetric => ({ metricId, cuped, trusted }),
  ),
);
const chosenMetrics = localField({
  stored: z.readonly(z.array(chosenMetricSchema)),
  draft: draftList(chosenMetricDraft),
});

/** The plan of an analysis. The start freezes it, except for the hypothesis and the secondary metrics. */
export const ANALYSIS = fieldsOf({
  /** Id of the measured rule. */
  ruleId: localField({ stored: id, draft: draftText }),
  hypothesis: optionalText({
    maxChars: 1_000,
    tooLong: 'HYPOTHESIS_TOO_LONG',
    holds: 'lines',
  }),
  /** One of the values of the split. By default, the toggle's default value, or else the first value. */
  control: field({ stored: z.string(), draft: draftText, document: z.string() }),
  goal: localField({
    stored: z.nullable(chosenMetricSchema),
    draft: z.pipe(
      z.nullish(chosenMetricDraft),
      z.transform((chosen) => chosen ?? null),
    ),
  }),
  guardrails: chosenMetrics,
  secondary: chosenMetrics,
  alpha: number(0.05),
  power: number(0.8),
  /** Relative to the control's level: 0.05 is 5 percent. */
  mde: number(0.05),
  /** Planned number of units in each pair of values; null: without a plan. */
  plannedUnits: localField({
    stored: z.nullable(z.int()),
    draft: z.pipe(
      z.nullish(z.number()),
      z.transform((units) => units ?? null),
    ),
  }),
  excludeBots: flag,
  /** Whether exposures by a client key are refused. */
  trustedExposures: keptFlag('0.3.0'),
  /** Ids of the properties by which results are broken down. */
  segments: localField({
    stored: z.readonly(z.array(id)),
    draft: draftList(draftText),
  }),
});

export const analysisDraftSchema = z.object(ANALYSIS.draft);
export type AnalysisDraft = z.infer<typeof analysisDraftSchema>;

/** The draft that the planner starts with. */
export const NEW_ANALYSIS: AnalysisDraft = emptyDraft(ANALYSIS);
