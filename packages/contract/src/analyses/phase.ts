import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** Why a phase began. Source: RES-16. */
export const PHASE_REASONS = ['START', 'WEIGHTS', 'VALUES', 'RESTART', 'REQUESTED'] as const;
export type PhaseReason = (typeof PHASE_REASONS)[number];

/** Why a phase ended: the reason of the next one, or PAUSE or STOP when none follows at once. */
export const PHASE_ENDS = ['WEIGHTS', 'VALUES', 'PAUSE', 'REQUESTED', 'STOP'] as const;
export type PhaseEnd = (typeof PHASE_ENDS)[number];

/** Which of the units that a phase meets it counts. MOVED_LEFT_OUT: as the release before did (RES-104). */
export const PHASE_COUNTS = ['EVERYONE', 'NEW_USERS', 'MOVED_LEFT_OUT'] as const;
export type PhaseCounts = (typeof PHASE_COUNTS)[number];

export const phaseDraftSchema = z.object({
  rerandomise: documented(z.nullish(z.boolean()), {
    description: 'Whether the experiment gets a new salt, which assigns every user anew.',
  }),
  newUsersOnly: documented(z.nullish(z.boolean()), {
    description:
      'Whether users of earlier phases are left out, in all values alike. Later phases that a save begins do the same.',
  }),
});
export type PhaseDraft = z.infer<typeof phaseDraftSchema>;

/** What happened at a marked time. PHASE: a new phase began. */
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
    number: documented(z.int(), {
      description: 'Number of the phase within its analysis, from 1.',
    }),
    reason: z.enum(PHASE_REASONS),
    by: documented(z.optional(z.string()), {
      description: 'Name of the user or account key that requested the phase.',
    }),
    byPropertyId: documented(z.optional(id), {
      description:
        'The property whose values are counted in place of users; absent where users are.',
    }),
    startedAt: z.iso.datetime(),
    endedAt: z.optional(z.iso.datetime()),
    ended: z.optional(z.enum(PHASE_ENDS)),
    values: documented(
      z.array(
        z.object({
          value: z.string(),
          valueIndex: documented(z.int(), {
            description: "Position in the toggle's list of values, from 0.",
          }),
          share: documented(z.number(), { description: 'Share in the split, from 0 to 1.' }),
          expected: documented(z.number(), {
            description: 'Expected share of the users who count, from 0 to 1.',
          }),
        }),
      ),
      { description: 'The values with a share in the split, the control first.' },
    ),
    audienceChangedAt: documented(z.array(z.iso.datetime()), {
      description: 'Times at which a change let other users reach the rule than before.',
    }),
    counts: documented(z.enum(PHASE_COUNTS), {
      description:
        'Which users count: everyone who meets the phase, only those of no earlier phase, or, in a phase that a release before 0.3.0 began, only those whose value did not change.',
    }),
  }),
  {
    id: 'Phase',
    description: 'A period of an analysis in which the assignment of users to values is unchanged.',
  },
);
export type Phase = z.infer<typeof phaseSchema>;
