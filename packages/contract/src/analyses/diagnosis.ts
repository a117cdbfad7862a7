import * as z from 'zod/mini';
import { documented } from '../shapes.ts';

/** Why there are no results yet, in the order in which the causes are checked. Source: RES-76. */
export const DIAGNOSES = [
  'NO_KEY',
  'NO_TRAFFIC',
  'TOGGLE_NOT_EVALUATED',
  'SPLIT_NOT_REACHED',
  'EXPOSURES_NOT_SENT',
  'EXPOSURES_REJECTED',
  'NO_EVENTS',
  'UNITS_DO_NOT_MATCH',
  'EVENTS_BEFORE_EXPOSURE',
  'CLOCK_SKEW',
  'TOO_FEW',
] as const;
export type Diagnosis = (typeof DIAGNOSES)[number];

const count = z.int();

/** The step that fails, with the parameters of its sentence. */
export const diagnosisSchema = documented(
  z.discriminatedUnion('reason', [
    z.object({ reason: z.literal('NO_KEY'), environment: z.string() }),
    z.object({
      reason: z.literal('NO_TRAFFIC'),
      environment: z.string(),
      since: z.iso.datetime(),
    }),
    z.object({ reason: z.literal('TOGGLE_NOT_EVALUATED'), toggle: z.string() }),
    z.object({
      reason: z.literal('SPLIT_NOT_REACHED'),
      toggle: z.string(),
      count,
      earlier: count,
      missing: count,
    }),
    z.object({ reason: z.literal('EXPOSURES_NOT_SENT'), toggle: z.string() }),
    z.object({ reason: z.literal('EXPOSURES_REJECTED'), count, code: z.string() }),
    z.object({ reason: z.literal('NO_EVENTS'), count, eventKey: z.string() }),
    z.object({ reason: z.literal('UNITS_DO_NOT_MATCH'), count, eventKey: z.string() }),
    z.object({
      reason: z.literal('EVENTS_BEFORE_EXPOSURE'),
      share: z.number(),
      eventKey: z.string(),
    }),
    z.object({ reason: z.literal('CLOCK_SKEW'), minutes: z.int() }),
    z.object({
      reason: z.literal('TOO_FEW'),
      count,
      needed: count,
      expectedOn: z.optional(z.iso.date()),
    }),
  ]),
  { id: 'Diagnosis' },
);
export type FailedStep = z.infer<typeof diagnosisSchema>;

/** The first failing step. The steps before it passed, and those after it were not checked. */
export const diagnosticsSchema = documented(
  z.object({
    diagnosis: documented(z.optional(diagnosisSchema), {
      description: 'Absent if there are results.',
    }),
  }),
  { id: 'Diagnostics', description: 'Why an analysis has no results yet.' },
);
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
