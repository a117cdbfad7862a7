import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';
import { analysisSchema, METRIC_ROLES } from './analysis.ts';
import { comparisonSchema, interval, liftSchema } from './comparison.ts';
import { healthSchema } from './health.ts';
import { markerSchema } from './phase.ts';
import { REMARKS, verdictSchema } from './verdict.ts';

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
          description:
            'Number of users whose figure is not 0; for a ratio, whose denominator is not 0.',
        }),
        level: documented(z.optional(z.number()), {
          description: 'The share, mean or ratio of the metric; absent if it cannot be computed.',
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
      description: 'Events are counted up to this time; absent before the first count.',
    }),
    eventsAway: documented(z.optional(z.literal(true)), {
      description: 'The store of events does not answer; the figures are those of the last count.',
    }),
    eventsMoving: documented(z.optional(z.object({ daysDone: z.int(), days: z.int() })), {
      description:
        'Events are being moved to another store, so many of their days so far; the figures are those of the last count.',
    }),
    verdict: verdictSchema,
    remarks: z.array(z.enum(REMARKS)),
    health: z.array(healthSchema),
    marked: documented(z.optional(z.int()), {
      description:
        'Number of users who count here and had another value in an earlier phase; absent where there are none.',
    }),
    values: documented(
      z.array(
        z.object({
          value: z.string(),
          isControl: z.boolean(),
          users: z.int(),
          expected: z.number(),
        }),
      ),
      { description: 'The values of the split, the control first.' },
    ),
    openWindows: documented(z.number(), {
      description: 'Share of users, from 0 to 1, whose time window of the goal may still be open.',
    }),
    metrics: z.array(metricResultSchema),
    progress: z.object({
      pairUnits: documented(z.int(), {
        description: 'Users of a value and the control together; for the value with the fewest.',
      }),
      plannedUnits: z.optional(z.int()),
      days: documented(z.optional(z.int()), {
        description: 'Expected remaining duration, in days.',
      }),
      needsFirstDay: documented(z.optional(z.boolean()), {
        description: 'True before a day of traffic, of which a duration cannot be told.',
      }),
    }),
    sampleRatio: z.object({ logE: z.number(), chiSquaredP: z.number() }),
    days: z.array(dayResultSchema),
    exposures: documented(z.array(z.object({ day: z.iso.date(), users: z.array(z.int()) })), {
      description: 'Number of new users per day, for each of `values` in their order.',
    }),
    markers: z.array(markerSchema),
    segments: z.array(
      z.object({
        propertyId: id,
        key: z.string(),
        addedAt: documented(z.optional(z.iso.datetime()), {
          description:
            'Only for a segment that was added after the start: when. It has the users exposed from then on.',
        }),
      }),
    ),
    segment: documented(z.optional(z.object({ propertyId: id, levels: z.array(segmentSchema) })), {
      description: 'Results for the requested segment property.',
    }),
  }),
  { id: 'Results', description: 'The effect of each value of a split on the metrics.' },
);
export type Results = z.infer<typeof resultsSchema>;

/** The data that the planner needs before the start. */
export const planningSchema = documented(
  z.object({
    eventsAway: documented(z.optional(z.literal(true)), {
      description: 'The store of events does not answer, so nothing is known of the metrics.',
    }),
    usersPerDay: documented(z.optional(z.number()), {
      description:
        'New users per day in the last 14 days: of the rule if it was measured then, otherwise of the environment.',
    }),
    metrics: z.array(
      z.object({
        metricId: id,
        users: documented(z.int(), {
          description: 'Number of users with an event of the metric in the last 14 days.',
        }),
        level: documented(z.optional(z.number()), {
          description: 'Level of the metric in the last 14 days.',
        }),
        deviation: z.optional(z.number()),
        onlyPages: documented(z.boolean(), {
          description: 'Whether the events of the last 7 days came only from pages.',
        }),
        cuped: documented(z.boolean(), {
          description: 'Whether enough users have earlier events to reduce the variance (CUPED).',
        }),
      }),
    ),
  }),
  { id: 'Planning', description: 'Figures of the last 14 days for planning an analysis.' },
);
export type Planning = z.infer<typeof planningSchema>;
