import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** Why a phase began. Source: RES-16. */
export const PHASE_REASONS = ['START', 'WEIGHTS', 'VALUES', 'RESTART', 'REQUESTED'] as const;
export type PhaseReason = (typeof PHASE_REASONS)[number];

/** Why a phase ended: the reason of the next one, or PAUSE or STOP when none follows at once. */
export const PHASE_ENDS = ['WEIGHTS', 'VALUES', 'PAUSE', 'REQUESTED', 'STOP'] as const;
export type PhaseEnd = (typeof PHASE_ENDS)[number];

export const MARKER_KINDS = ['PHASE', 'AUDIENCE', 'WEIGHTS', 'PAUSE', 'RESTART'] as const;

/** A point in time that matters for reading the results. */
export const markerSchema = z.object({
  kind: z.enum(MARKER_KINDS),
  at: z.iso.datetime(),
  /** The number of the phase that began then. */
  phase: z.optional(z.int()),
});
export type Marker = z.infer<typeof markerSchema>;

export const phaseSchema = documented(
  z.object({
    id,
    number: documented(z.int(), { description: 'Counts the phases of an analysis from 1.' }),
    reason: z.enum(PHASE_REASONS),
    by: documented(z.optional(z.string()), { description: 'Who asked for it.' }),
    startedAt: z.iso.datetime(),
    endedAt: z.optional(z.iso.datetime()),
    ended: z.optional(z.enum(PHASE_ENDS)),
    values: documented(
      z.array(
        z.object({
          value: z.string(),
          valueIndex: documented(z.int(), { description: 'Its place among those of the toggle.' }),
          share: documented(z.number(), { description: 'Of the split: 0.5 is a half.' }),
          expected: documented(z.number(), {
            description: 'Of the users who count, once those are left out who changed sides.',
          }),
        }),
      ),
      { description: 'Those with a share, the control first.' },
    ),
    audienceChangedAt: documented(z.array(z.iso.datetime()), {
      description: 'When the rule came to be reached by other users than before.',
    }),
  }),
  { id: 'Phase', description: 'A time in which one unchanged assignment holds.' },
);
export type Phase = z.infer<typeof phaseSchema>;
