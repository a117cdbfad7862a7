import * as z from 'zod/mini';
import { documented } from '../shapes.ts';
import { DIAGNOSES } from './diagnosis.ts';

/** LIFT is relative to the control, 0.1 for 10 % more; DIFFERENCE has the unit of the metric. */
export const SCALES = ['LIFT', 'DIFFERENCE'] as const;

/** For LIFT, relative to the control's level; for DIFFERENCE, in the metric's unit. */
const range = { scale: z.enum(SCALES), low: z.number(), high: z.number() };
const namedRange = {
  ...range,
  value: z.string(),
  metric: documented(z.string(), { description: 'Key of the metric.' }),
  point: z.number(),
};
const NOT_COMPUTABLE = [
  'NO_VARIANCE',
  'ZERO_BASELINE',
  'ZERO_DENOMINATOR',
  'UNBOUNDED_LIFT',
] as const;

/** A guardrail that is neither harmed nor proved safe. Source: RES-106. */
const openLossSchema = z.object({
  metric: documented(z.string(), { description: 'Key of the metric.' }),
  scale: z.enum(SCALES),
  worst: documented(z.number(), {
    description:
      "How much worse it may still be, as a positive figure: relative to the control's level, or a difference.",
  }),
});

/** Why a figure is missing. GATE: the users are too few for any statement (RES-58). */
export const notComputableSchema = z.enum(['GATE', ...NOT_COMPUTABLE]);

/** The verdict of an analysis: a code with the parameters of its sentence. Source: RES-59, RES-106. */
export const verdictSchema = documented(
  z.discriminatedUnion('code', [
    z.object({
      code: z.literal('INVALID_SRM'),
      params: z.object({ value: z.string(), users: z.int(), expected: z.number() }),
    }),
    z.object({
      code: z.literal('INVALID_ASSIGNMENT'),
      params: z.object({ share: z.number() }),
    }),
    z.object({
      code: z.literal('NO_DATA'),
      params: z.object({ reason: z.enum(DIAGNOSES) }),
    }),
    z.object({
      code: z.literal('TOO_EARLY'),
      params: z.object({
        reason: z.enum(['UNITS', 'POSITIVE', ...NOT_COMPUTABLE]),
        value: z.string(),
        count: z.int(),
        needed: documented(z.optional(z.int()), {
          description: 'The required count, if the reason is UNITS or POSITIVE.',
        }),
      }),
    }),
    z.object({
      code: z.literal('GUARDRAIL_HARM'),
      params: z.object({
        ...namedRange,
        ahead: documented(z.optional(z.string()), {
          description: 'Another value that is better than the control and does no harm.',
        }),
      }),
    }),
    z.object({ code: z.literal('WINNER_SIGNAL'), params: z.object(namedRange) }),
    z.object({ code: z.literal('WINNER'), params: z.object(namedRange) }),
    z.object({
      code: z.literal('WINNER_NOT_HARMED'),
      params: z.object({ ...namedRange, notHarmed: z.readonly(z.array(openLossSchema)) }),
    }),
    z.object({
      code: z.literal('WINNER_GUARDRAILS_OPEN'),
      params: z.object({ ...namedRange, guardrail: z.string() }),
    }),
    z.object({ code: z.literal('LOSER'), params: z.object(namedRange) }),
    z.object({ code: z.literal('EQUIVALENT'), params: z.object(range) }),
    z.object({ code: z.literal('NO_DIFFERENCE'), params: z.object(range) }),
    z.object({
      code: z.literal('RUNNING'),
      params: z.object({ ...range, days: z.optional(z.int()) }),
    }),
  ]),
  { id: 'Verdict' },
);
export type VerdictAnswer = z.infer<typeof verdictSchema>;

/** The value that may be given to everyone without a reason; undefined where there is none. Source: RES-73, RES-106. */
export function winnerOf({ code, params }: VerdictAnswer): string | undefined {
  return code === 'WINNER' || code === 'WINNER_NOT_HARMED' ? params.value : undefined;
}

/** Remarks that accompany a verdict. */
export const REMARKS = ['SUSPICIOUS', 'BEST_OF', 'EARLY', 'AUDIENCE'] as const;
