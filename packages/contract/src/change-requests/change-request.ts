import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { outcomeSchema } from '../experiments/outcome.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { documented, draftList, draftText, id, version } from '../shapes.ts';
import { EDIT_ACTIONS, editDraftSchema, editSchema } from './edit.ts';
import { EDIT_TYPES } from './edit-type.ts';
import { guardDraftSchema, guardSchema, guardStateSchema } from './guard.ts';
import { HELD_REASONS, REQUEST_ACTIONS, REQUEST_STATES, STARTS, WAITS } from './request-state.ts';
import { sourceSchema } from './source.ts';

/** Source: safe-changes, section 11. */
export const REQUEST_LIMITS = {
  openRequests: 200,
  edits: 200,
  steps: 20,
  bytes: 1024 * 1024,
  daysAhead: 366,
  /** After which a request that waits for people is over. */
  untouchedDays: 90,
} as const;

/** Seconds. */
export const LATE_BY = { default: 3600, min: 60, max: 7 * 24 * 3600 } as const;
/** Seconds between two steps. */
export const STEP_WAIT = { min: 60, max: 30 * 24 * 3600 } as const;

export const REQUEST_TEXTS = {
  bounds: {
    title: { maxChars: 100, tooLong: 'TITLE_TOO_LONG', empty: 'EMPTY_TITLE' },
    reason: { maxChars: 500, tooLong: 'REASON_TOO_LONG', holds: 'lines' },
  },
} as const;
export const COMMENT_MAX_CHARS = 2000;

const time = documented(z.string(), { description: 'RFC 3339, with an offset.' });

const stepDraftSchema = z.object({
  at: documented(z.nullish(time), { description: 'Of a later step: when it is applied.' }),
  wait: documented(z.nullish(z.int()), {
    description: 'Of a later step: seconds after the step before it.',
  }),
  edits: draftList(editDraftSchema),
});

/** A part that a request may be without: what is not sent is not kept. */
function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? null),
  );
}

/** What a client sends of a request; a check finds the codes. */
export const changeRequestDraftSchema = z.object({
  title: draftText,
  reason: draftText,
  steps: draftList(stepDraftSchema),
  source: orNull(sourceSchema),
  start: documented(draftText, {
    description:
      '`MANUAL` (default), `ON_APPROVAL`, which is at once where none is needed, or `AT`.',
  }),
  startAt: orNull(time),
  lateBy: documented(orNull(z.int()), {
    description: `Seconds after which a due step is held; default ${LATE_BY.default}.`,
  }),
  guard: orNull(guardDraftSchema),
  submit: documented(z.nullish(z.boolean()), {
    description: 'False: a draft that only waits. Absent: what it was; a new one is a draft.',
  }),
});
export type ChangeRequestDraft = z.infer<typeof changeRequestDraftSchema>;

const named = z.object({ id, name: z.string() });

/** What keeps a step from being applied, in the words of the ordinary call. */
export const editProblemSchema = documented(
  z.object({
    step: documented(z.int(), { description: 'From 1.' }),
    edit: documented(z.int(), { description: 'From 1, within its step.' }),
    code: z.string(),
    at: documented(z.readonly(z.array(z.union([z.string(), z.number()]))), {
      description: "The place in the edit's body.",
    }),
    meta_data: z.optional(z.unknown()),
  }),
  { id: 'EditProblem' },
);
export type EditProblem = z.infer<typeof editProblemSchema>;

const overlapSchema = documented(
  z.object({
    key: documented(z.string(), { description: 'What `choices` of RESUME call it.' }),
    step: z.int(),
    edit: z.int(),
    part: z.string(),
  }),
  { id: 'Overlap', description: 'A part that the request and somebody else changed differently.' },
);
export type Overlap = z.infer<typeof overlapSchema>;

export const VERDICTS = ['APPROVED', 'REJECTED', 'COMMENT'] as const;

const reviewSchema = documented(
  z.object({
    verdict: z.enum(VERDICTS),
    by: named,
    at: z.string(),
    comment: z.string(),
    counts: documented(z.boolean(), {
      description: 'Whether an approval is of the present content, by somebody who may approve.',
    }),
  }),
  { id: 'Review' },
);

const approvalSchema = documented(
  z.object({
    id,
    name: z.string(),
    needed: z.int(),
    given: z.int(),
  }),
  { id: 'Approvals', description: 'What a touched environment asks for.' },
);

const heldSchema = documented(
  z.object({
    reason: z.enum(HELD_REASONS),
    at: z.string(),
    by: documented(z.optional(z.string()), { description: 'Name of who caused it.' }),
    code: documented(z.optional(z.string()), { description: 'Of REFUSED.' }),
    meta_data: z.optional(z.unknown()),
  }),
  { id: 'Held', description: 'Why a person has to decide.' },
);

/** What is known of the next step without its other parts: what it does with which thing, and what users then get. */
const comingSchema = documented(
  z.object({
    type: z.enum(EDIT_TYPES),
    action: z.enum(EDIT_ACTIONS),
    id,
    environmentId: z.nullable(id),
    outcome: documented(z.nullable(outcomeSchema), {
      description: 'Of an experiment: what its rules return then, as it was filed.',
    }),
    status: documented(z.nullable(z.enum(EXPERIMENT_STATUSES)), {
      description: 'Of an experiment; null when it does not exist then.',
    }),
  }),
  { id: 'ComingEdit' },
);

const author = z.object({
  id,
  name: z.string(),
  kind: z.enum(['user', 'key']),
  via: documented(z.optional(z.string()), {
    description:
      'Of one request: the name of the token with which the author filed the next step, if it was one.',
  }),
});

const summaryShape = {
  id,
  appId: id,
  number: z.int().check(z.minimum(1)),
  title: z.string(),
  author,
  state: z.enum(REQUEST_STATES),
  held: z.nullable(heldSchema),
  waitsFor: z.nullable(z.enum(WAITS)),
  frozenFrom: documented(z.nullable(time), {
    description:
      'Of FREEZE: when the first of the freezes begins into which the next step falls; null when it holds already.',
  }),
  frozenUntil: documented(z.nullable(time), {
    description:
      'Of FREEZE: when the last of the freezes ends for which the next step waits. Meanwhile it becomes late.',
  }),
  touched: z.readonly(z.array(named)),
  start: z.enum(STARTS),
  startAt: z.nullable(time),
  nextAt: documented(z.nullable(time), { description: 'When the next step is due.' }),
  currentStep: documented(z.int(), { description: 'How many steps were applied or skipped.' }),
  stepCount: z.int(),
  entities: documented(z.readonly(z.array(z.object({ type: z.string(), id, name: z.string() }))), {
    description: 'What its edits change.',
  }),
  next: documented(z.readonly(z.array(comingSchema)), {
    description: 'What the next step changes; empty when none follows.',
  }),
  version,
  lastChanged: lastChangedSchema,
};

export const changeRequestSummarySchema = documented(z.object(summaryShape), {
  id: 'ChangeRequestSummary',
});
export type ChangeRequestSummary = z.infer<typeof changeRequestSummarySchema>;

export const changeRequestSchema = documented(
  z.object({
    ...summaryShape,
    reason: z.string(),
    contributors: documented(z.readonly(z.array(named)), {
      description: 'Everybody who edited the content; none of them may approve it.',
    }),
    lateBy: z.int(),
    guard: z.nullable(guardSchema),
    guardState: documented(z.nullable(guardStateSchema), {
      description: 'Null until the first step is applied.',
    }),
    source: z.nullable(sourceSchema),
    steps: z.readonly(
      z.array(
        z.object({
          at: z.nullable(time),
          wait: z.nullable(z.int()),
          state: z.enum(['WAITING', 'APPLIED', 'SKIPPED']),
          appliedAt: z.nullable(time),
          frozenUntil: documented(z.nullable(time), {
            description:
              'Of a step to come whose time is known: the end of the freezes that it falls into, for which it waits.',
          }),
          edits: z.readonly(z.array(editSchema)),
        }),
      ),
    ),
    problems: z.readonly(z.array(editProblemSchema)),
    overlaps: z.readonly(z.array(overlapSchema)),
    digest: documented(z.string(), { description: 'Of what a review is about.' }),
    approvals: z.readonly(z.array(approvalSchema)),
    reviews: z.readonly(z.array(reviewSchema)),
    actions: documented(z.readonly(z.array(z.enum(REQUEST_ACTIONS))), {
      description: 'What the present state allows; not everybody may do it.',
    }),
  }),
  {
    id: 'ChangeRequest',
    description: 'A change that is not applied yet, or was applied in steps.',
  },
);
export type ChangeRequest = z.infer<typeof changeRequestSchema>;
