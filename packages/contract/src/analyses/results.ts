import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';
import { analysisSchema, METRIC_ROLES } from './analysis.ts';
import { healthSchema } from './health.ts';
import { markerSchema } from './phase.ts';
import { notComputableSchema, REMARKS, verdictSchema } from './verdict.ts';

export const GUARDRAIL_STATES = ['HARMED', 'SAFE', 'OPEN', 'SHUT'] as const;

const interval = { low: z.number(), high: z.number() };
const liftSchema = z.object({ point: z.number(), ...interval });

/** A value compared with the control. Figures that cannot be computed are absent; `notComputable` says why. */
export const comparisonSchema = documented(
  z.object({
    value: z.string(),
    alpha: documented(z.number(), { description: 'The error rate of its interval.' }),
    difference: documented(z.optional(z.object({ point: z.number(), ...interval })), {
      description: "In the metric's unit.",
    }),
    lift: documented(z.optional(liftSchema), { description: "Shares of the control's level." }),
    notComputable: z.optional(notComputableSchema),
    guardrail: documented(z.optional(z.enum(GUARDRAIL_STATES)), {
      description: 'Of guardrails; SHUT where there are too few users.',
    }),
    standsOut: documented(z.optional(z.boolean()), {
      description: 'Of secondary metrics and segments: whether it stands out among all of them.',
    }),
    unadjusted: documented(
      z.optional(z.object({ varianceReduction: z.number(), lift: z.optional(liftSchema) })),
      { description: 'Where earlier behaviour adjusts it: what it would be without.' },
    ),
    raw: documented(
      z.optional(
        z.object({
          standardError: z.number(),
          pValue: z.optional(z.number()),
          logE: z.optional(z.number()),
          /** p-value of the final look. */
          pFixed: z.optional(z.number()),
          pHolm: z.optional(z.number()),
          chanceToBeBetter: z.number(),
          expectedLoss: z.object({ ofValue: z.number(), ofControl: z.number() }),
        }),
      ),
      { description: 'For the raw figures only.' },
    ),
  }),
  { id: 'Comparison' },
);

/** One metric: the level of each value, and the comparison of each value with the control. */
export const metricResultSchema = documented(
  z.object({
    no: z.int(),
    role: z.enum(METRIC_ROLES),
    key: z.string(),
    values: z.array(
      z.object({
        value: z.string(),
        users: z.int(),
        positive: documented(z.int(), {
          description: 'Users whose figure is not 0; of a ratio, whose denominator is not.',
        }),
        level: documented(z.optional(z.number()), {
          description: 'A share, a mean or a ratio; absent where there is none.',
        }),
        deviation: z.optional(z.number()),
      }),
    ),
    comparisons: z.array(comparisonSchema),
    finalLookAt: z.optional(z.iso.datetime()),
  }),
  { id: 'MetricResult' },
);
export type MetricResult = z.infer<typeof metricResultSchema>;

/** The results shown on one day; for the current day, those so far. */
const dayResultSchema = z.object({
  day: z.iso.date(),
  verdict: verdictSchema,
  metrics: z.array(
    z.object({
      no: z.int(),
      comparisons: z.array(
        z.object({
          value: z.string(),
          difference: z.optional(z.object({ point: z.number(), ...interval })),
          lift: z.optional(liftSchema),
        }),
      ),
    }),
  ),
});

const segmentSchema = z.object({
  /** Absent for the level of all values that are not listed by name. */
  name: z.optional(z.string()),
  users: z.int(),
  metrics: z.array(metricResultSchema),
});

export const resultsSchema = documented(
  z.object({
    analysis: analysisSchema,
    phaseId: id,
    asOf: documented(z.optional(z.iso.datetime()), {
      description: 'Up to when events are counted; absent before they were counted at all.',
    }),
    verdict: verdictSchema,
    remarks: z.array(z.enum(REMARKS)),
    health: z.array(healthSchema),
    values: documented(
      z.array(
        z.object({
          value: z.string(),
          isControl: z.boolean(),
          users: z.int(),
          expected: z.number(),
        }),
      ),
      { description: 'The control first.' },
    ),
    openWindows: documented(z.number(), {
      description: "Share of users whose time window of the goal's is not over.",
    }),
    metrics: z.array(metricResultSchema),
    progress: z.object({
      pairUnits: documented(z.int(), { description: 'Of the pair that has fewest.' }),
      plannedUnits: z.optional(z.int()),
      days: documented(z.optional(z.int()), { description: 'That it will take still.' }),
    }),
    sampleRatio: z.object({ logE: z.number(), chiSquaredP: z.number() }),
    days: z.array(dayResultSchema),
    exposures: documented(z.array(z.object({ day: z.iso.date(), users: z.array(z.int()) })), {
      description: 'New users of each day, in the order of `values`.',
    }),
    markers: z.array(markerSchema),
    segments: z.array(z.object({ propertyId: id, key: z.string() })),
    segment: documented(z.optional(z.object({ propertyId: id, levels: z.array(segmentSchema) })), {
      description: 'The one that was asked for.',
    }),
  }),
  { id: 'Results', description: 'What each value of a split does to the metrics.' },
);
export type Results = z.infer<typeof resultsSchema>;

/** The data that the planner needs before the start. */
export const planningSchema = documented(
  z.object({
    usersPerDay: documented(z.optional(z.number()), {
      description: 'New users of the environment; of the rule, where it was measured before.',
    }),
    metrics: z.array(
      z.object({
        metricId: id,
        users: documented(z.int(), { description: 'With an event of it in the last 14 days.' }),
        level: documented(z.optional(z.number()), { description: 'Of the last 14 days.' }),
        deviation: z.optional(z.number()),
        cuped: documented(z.boolean(), {
          description: 'Whether enough users have earlier events to adjust it by.',
        }),
      }),
    ),
  }),
  { id: 'Planning', description: 'What the events of the last 14 days say of each metric.' },
);
export type Planning = z.infer<typeof planningSchema>;
