import * as z from 'zod/mini';
import { recordOf } from '../record-of.ts';
import { documented, id } from '../shapes.ts';

export const GUARD_NEEDS = ['NOT_HARMED', 'SAFE'] as const;
export const ON_HARM = ['ROLL_BACK', 'HOLD'] as const;

const DAY = 24 * 3600;
/** Source: SAF-52. */
export const GUARD_UNITS_LEAST = 100;
/** Seconds after the last step. */
export const GUARD_WATCH = { min: 0, max: 30 * DAY } as const;
/** Seconds that a due step waits for data. */
export const GUARD_PATIENCE = { default: 7 * DAY, min: 60, max: 30 * DAY } as const;

const shape = {
  analysis: documented(z.optional(recordOf(z.unknown())), {
    description: 'The body of a new analysis, without its rule.',
  }),
  analysisId: z.optional(id),
  needs: z.enum(GUARD_NEEDS),
  units: documented(z.int(), {
    description: `The least users in each arm, from ${GUARD_UNITS_LEAST}.`,
  }),
  onHarm: z.enum(ON_HARM),
  watch: documented(z.int(), { description: 'Seconds after the last step, up to 30 days.' }),
};

/** What watches a request between its steps. Source: SAF-52. */
export const guardSchema = documented(
  z.object({
    ...shape,
    patience: documented(z.int(), { description: 'Seconds that a due step waits for data.' }),
  }),
  { id: 'Guard' },
);
export type Guard = z.infer<typeof guardSchema>;

export const guardDraftSchema = documented(
  z.object({
    ...shape,
    patience: documented(
      z.pipe(
        z.nullish(z.int()),
        z.transform((seconds) => seconds ?? GUARD_PATIENCE.default),
      ),
      { description: 'Seconds that a due step waits for data; default 7 days.' },
    ),
  }),
  { id: 'GuardDraft' },
);

export const GUARDRAIL_STATES = ['SAFE', 'OPEN', 'HARMED', 'SHUT'] as const;

const valueOfMetric = { metric: documented(z.string(), { description: 'Name of the metric.' }) };

/** What a guard saw when it looked last. Source: SAF-53, SAF-98. */
export const guardStateSchema = documented(
  z.object({
    analysisId: id,
    countedAt: documented(z.nullable(z.string()), {
      description: 'The time of the count that was looked at; null where nothing was counted.',
    }),
    units: documented(z.readonly(z.array(z.object({ value: z.string(), users: z.int() }))), {
      description: 'Users of each value in the open phase.',
    }),
    guardrails: z.readonly(
      z.array(z.object({ ...valueOfMetric, value: z.string(), state: z.enum(GUARDRAIL_STATES) })),
    ),
    marked: documented(z.int(), {
      description: 'Users of the open phase who had another value in an earlier one.',
    }),
    waitsFor: documented(z.nullable(z.enum(['DATA', 'UNITS', 'SAFE'])), {
      description: 'What the due step waits for.',
    }),
    harm: documented(z.nullable(z.object({ ...valueOfMetric, value: z.string() })), {
      description: 'The guardrail that got worse, and the value that did it.',
    }),
    rolledBack: documented(z.boolean(), { description: 'Whether the guard rolled it back.' }),
  }),
  { id: 'GuardState', description: 'What the guard of a request saw when it looked last.' },
);
export type GuardState = z.infer<typeof guardStateSchema>;
