import { checkTexts } from '../check-texts.ts';
import { readDateTime } from '../date-time.ts';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import {
  type ChangeRequestDraft,
  LATE_BY,
  REQUEST_LIMITS,
  REQUEST_TEXTS,
  STEP_WAIT,
} from './change-request.ts';
import { problemsOfGuard } from './check-guard.ts';
import { EDIT_ACTIONS, type EditAction, type EditDraft } from './edit.ts';
import { EDIT_TYPES, type EditType } from './edit-type.ts';
import type { Guard } from './guard.ts';
import { type RequestStart, STARTS } from './request-state.ts';
import type { RequestSource } from './source.ts';

export const REQUEST_CODES = [
  'EMPTY_TITLE',
  'TITLE_TOO_LONG',
  'REASON_TOO_LONG',
  'INVALID_CHARACTERS',
  'NO_EDITS',
  'INVALID_EDIT',
  'INVALID_STEPS',
  'INVALID_TIME',
  'INVALID_GUARD',
  'INVALID_SOURCE',
  'RAMP_EXISTS',
] as const satisfies readonly ErrorCode[];
export type RequestCode = (typeof REQUEST_CODES)[number];

/** An edit whose type and action are known; whether its body is one is checked with the thing itself. */
export interface CheckedEdit {
  readonly type: EditType;
  readonly action: EditAction;
  /** Absent for a new thing that no other edit names. */
  readonly id: string | undefined;
  readonly environmentId: string | null;
  readonly version: number | undefined;
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface CheckedStep {
  readonly at: Date | null;
  readonly wait: number | null;
  readonly edits: readonly CheckedEdit[];
}

export interface CheckedRequest {
  readonly title: string;
  readonly reason: string;
  readonly steps: readonly CheckedStep[];
  readonly source: RequestSource | null;
  readonly start: RequestStart;
  readonly startAt: Date | null;
  readonly lateBy: number;
  readonly guard: Guard | null;
}

type Found = Problem<RequestCode>;
const DAY_MS = 24 * 60 * 60_000;

/** Checks what a request says of itself; `now` is the time of the database. Source: SAF-02, SAF-12, SAF-13. */
export function checkRequest(
  draft: ChangeRequestDraft,
  now: Date,
): Checked<CheckedRequest, RequestCode> {
  const { texts, problems } = checkTexts(REQUEST_TEXTS, draft);
  const start = STARTS.find((one) => one === (draft.start || 'MANUAL')) ?? 'MANUAL';
  const steps = draft.steps.map((step) => ({
    at: step.at ? (readDateTime(step.at) ?? null) : null,
    wait: step.wait ?? null,
    edits: step.edits.map(checkedEdit),
  }));
  const startAt = draft.startAt ? (readDateTime(draft.startAt) ?? null) : null;
  const value: CheckedRequest = {
    title: texts.title,
    reason: texts.reason,
    steps,
    source: draft.source ?? null,
    start,
    startAt: start === 'AT' ? startAt : null,
    lateBy: draft.lateBy ?? LATE_BY.default,
    guard: draft.guard ?? null,
  };
  return checked(value, [
    ...problems,
    ...problemsOfSteps(draft),
    ...problemsOfTimes(draft, value, now),
    ...(value.guard ? problemsOfGuard(value.guard) : []),
  ]);
}

function checkedEdit({ type, action, id, environmentId, version, body }: EditDraft): CheckedEdit {
  return {
    // Unknown words are problems, and then nobody looks at the value.
    type: EDIT_TYPES.find((one) => one === type) ?? 'experiment',
    action: EDIT_ACTIONS.find((one) => one === action) ?? 'UPDATE',
    id: id ?? undefined,
    environmentId: environmentId ?? null,
    version: version ?? undefined,
    body: body ?? null,
  };
}

/** Actions that only experiments know. */
const OF_EXPERIMENTS: readonly string[] = ['PAUSE', 'RESTART', 'SHIP'] satisfies EditAction[];
/** Actions that need a body. */
const WITH_BODY: readonly string[] = ['CREATE', 'UPDATE', 'SHIP'] satisfies EditAction[];

function problemsOfSteps({ steps, source }: ChangeRequestDraft): Found[] {
  if (source !== null) {
    // Either somebody wrote the steps, or one thing is where they come from.
    const isOne = Object.values(source).filter((one) => one !== undefined).length === 1;
    return steps.length === 0 && isOne ? [] : [{ code: 'INVALID_SOURCE', at: ['source'] }];
  }
  const edits = steps.flatMap((step) => step.edits);
  if (edits.length === 0) return [{ code: 'NO_EDITS', at: ['steps'] }];
  if (steps.length > REQUEST_LIMITS.steps || edits.length > REQUEST_LIMITS.edits) {
    const [field, limit] =
      steps.length > REQUEST_LIMITS.steps
        ? (['steps', REQUEST_LIMITS.steps] as const)
        : (['edits', REQUEST_LIMITS.edits] as const);
    return [{ code: 'INVALID_STEPS', at: ['steps'], meta: { field, limit } }];
  }
  return steps.flatMap((step, index) => {
    if (step.edits.length === 0) return [{ code: 'NO_EDITS', at: ['steps', index] } as const];
    const ids = step.edits.map(({ id }) => id).filter((id) => typeof id === 'string');
    return step.edits.flatMap((edit, place): Found[] => {
      const at = ['steps', index, 'edits', place];
      const isAgain =
        typeof edit.id === 'string' && ids.indexOf(edit.id) !== ids.lastIndexOf(edit.id);
      return isPossible(edit) && !isAgain ? [] : [{ code: 'INVALID_EDIT', at }];
    });
  });
}

function isPossible({ type, action, id, environmentId, body }: EditDraft): boolean {
  const isExperiment = type === 'experiment';
  return (
    (EDIT_TYPES as readonly string[]).includes(type) &&
    (EDIT_ACTIONS as readonly string[]).includes(action) &&
    (isExperiment || !OF_EXPERIMENTS.includes(action)) &&
    (action === 'CREATE' || Boolean(id)) &&
    isExperiment === Boolean(environmentId) &&
    WITH_BODY.includes(action) === Boolean(body)
  );
}

function problemsOfTimes(
  draft: ChangeRequestDraft,
  { start, startAt, steps, lateBy }: CheckedRequest,
  now: Date,
): Found[] {
  const invalid = (...at: (string | number)[]): Found => ({
    code: 'INVALID_TIME',
    at,
    meta: { days: REQUEST_LIMITS.daysAhead },
  });
  const isAhead = (moment: Date | null) =>
    moment !== null &&
    moment >= now &&
    moment.getTime() <= now.getTime() + REQUEST_LIMITS.daysAhead * DAY_MS;
  const problems: Found[] = [];
  if (!(['', ...STARTS] as string[]).includes(draft.start)) problems.push(invalid('start'));
  if (start === 'AT' && !isAhead(startAt)) problems.push(invalid('startAt'));
  if (lateBy < LATE_BY.min || lateBy > LATE_BY.max) problems.push(invalid('lateBy'));
  let last = startAt;
  for (const [index, { at, wait }] of steps.entries()) {
    const sent = draft.steps[index];
    const isTimed = Boolean(sent?.at) || wait !== null;
    if (index === 0) {
      if (isTimed) problems.push(invalid('steps', 0, sent?.at ? 'at' : 'wait'));
      continue;
    }
    if (sent?.at && wait === null) {
      if (!isAhead(at) || (last !== null && at !== null && at <= last)) {
        problems.push(invalid('steps', index, 'at'));
      }
      last = at;
    } else if (sent?.at || wait === null || wait < STEP_WAIT.min || wait > STEP_WAIT.max) {
      problems.push(invalid('steps', index, 'wait'));
    }
  }
  return problems;
}
