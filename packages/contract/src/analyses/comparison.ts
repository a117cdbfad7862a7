import * as z from 'zod/mini';
import { documented } from '../shapes.ts';
import { notComputableSchema } from './verdict.ts';

/** OPEN: too little is known. SHUT: nothing is said yet, because the users are too few (RES-58). */
export const GUARDRAIL_STATES = ['HARMED', 'SAFE', 'OPEN', 'SHUT'] as const;

export const interval = { low: z.number(), high: z.number() };
export const liftSchema = z.object({ point: z.number(), ...interval });

/** A value compared with the control. Figures that cannot be computed are absent; `notComputable` says why. */
export const comparisonSchema = documented(
  z.object({
    value: z.string(),
    alpha: documented(z.number(), {
      description: 'Error rate of the intervals: 0.05 for an interval of 95 percent.',
    }),
    difference: documented(z.optional(z.object({ point: z.number(), ...interval })), {
      description: "Difference from the control in the metric's unit, with its interval.",
    }),
    lift: documented(z.optional(liftSchema), {
      description:
        "Difference relative to the control's level, with its interval: 0.05 is 5 percent.",
    }),
    notComputable: z.optional(notComputableSchema),
    guardrail: documented(z.optional(z.enum(GUARDRAIL_STATES)), {
      description: 'Only for guardrails: the state. OPEN: undecided; SHUT: too few users.',
    }),
    standsOut: documented(z.optional(z.boolean()), {
      description:
        'Only for secondary metrics and segments: whether it is significant after correction for the number of comparisons.',
    }),
    unadjusted: documented(
      z.optional(z.object({ varianceReduction: z.number(), lift: z.optional(liftSchema) })),
      {
        description:
          "Only if users' earlier events reduce the variance: the share of variance removed, and the lift without it.",
      },
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
      { description: 'More statistics of the comparison.' },
    ),
  }),
  { id: 'Comparison' },
);
