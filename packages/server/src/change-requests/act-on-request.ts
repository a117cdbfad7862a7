import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import {
  possibleActions,
  REQUEST_ACTIONS,
  type RequestAction,
  type RequestState,
} from '@comporta/contract/change-requests/request-state';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { applySteps, nextTime, whyNot } from './apply-step.ts';
import { requireThawed, requireThawedStart } from './applying/require-thawed.ts';
import type { Approvals } from './approvals.ts';
import {
  findRequest,
  NOW,
  notBeforeNow,
  readClock,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { requireSound } from './drafts/drafted-request.ts';
import {
  answered,
  fallen,
  opened,
  type RequestCall,
  recordTransition,
  whenDue,
} from './file-request.ts';
import { findPermitted, requireMayTouch } from './find-permitted.ts';
import { holdRequest } from './hold-request.ts';
import { readStanding } from './request-standing.ts';
import type { Applying, EditsOf } from './requests.ts';
import { rollBack } from './roll-back.ts';
import { settled } from './settle-overlaps.ts';
import { requireNoOtherRamp } from './sources/ramp.ts';

interface Asked {
  readonly action: string;
  readonly choices?: Readonly<Record<string, 'MINE' | 'THEIRS'>> | undefined;
}

/** What people do with a request beside editing and reviewing it. Source: SAF-04. */
export async function actOnRequest(
  call: RequestCall<Asked>,
  id: string,
  edits: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, edits);
  const before = orNotFound(await findRequest(call.sql, call.application.id, id));
  requireVersion(before, call.ifMatch);
  const { state, approvals, touchedIds, askedIds } = await readStanding(applying, before);
  const action = REQUEST_ACTIONS.find((one) => one === call.body.action);
  requirePossible(action, before, state);
  const isOwn = before.authorId === call.actor.id;
  // Whoever lost a role can still take back what they have asked for.
  if (action !== 'WITHDRAW' || !isOwn) requireMayTouch(applying, touchedIds);
  const after = await act(applying, before, { ...call.body, action, approvals, askedIds });
  return answered(applying, after);
}

function requirePossible(
  action: RequestAction | undefined,
  { held, currentStep, steps, guardState }: StoredRequest,
  state: RequestState,
): asserts action is RequestAction {
  const possible = possibleActions({
    state,
    held: held?.reason ?? null,
    currentStep,
    stepCount: steps.length,
  });
  if (action === undefined || !possible.includes(action)) {
    throw new Rejection('WRONG_REQUEST_STATE', { state });
  }
  // Nobody goes on while the figures say that it does harm.
  const isHarmed = guardState?.guardrails.some((one) => one.state === 'HARMED');
  if (action === 'ADVANCE' && isHarmed) {
    throw new Rejection('WRONG_REQUEST_STATE', { state, reason: 'GUARDRAIL_HARM' });
  }
}

async function act(
  applying: Applying,
  before: StoredRequest,
  {
    action,
    choices = {},
    approvals,
    askedIds,
  }: Asked & {
    readonly action: RequestAction;
    readonly approvals: Approvals;
    readonly askedIds: readonly (readonly string[])[];
  },
): Promise<StoredRequest> {
  const { sql, actor } = applying;
  const changed = async (set: Parameters<typeof updateRequest>[2]) => {
    const people = { ...before.people, [actor.id]: actor.name };
    const version = nextVersion(before, actor);
    const after = await updateRequest(sql, before, { ...set, people, ...version });
    await recordTransition(applying, before, after);
    return after;
  };
  switch (action) {
    case 'SUBMIT': {
      const isChosen = Object.keys(choices).length > 0;
      const steps = isChosen ? await settled(applying, before, choices) : before.steps;
      await requireNoOtherRamp(applying, { ...before, steps });
      await requireApplicable(applying, { ...before, steps });
      await requireThawedStart(applying, askedIds[0], before);
      return changed({
        status: 'OPEN',
        steps,
        ...whenDue({ ...before, status: 'OPEN' }, approvals.missing),
      });
    }
    case 'APPLY':
    case 'ADVANCE': {
      requireApproved(applying, approvals, action);
      requireThawed(applying, askedIds[before.currentStep]);
      const { approverIds } = approvals;
      const now = await readClock(sql);
      const author = await findPermitted(sql, applying.application, before);
      if (author === undefined) {
        return holdRequest(applying, before, { reason: 'ACCESS_LOST', byId: before.authorId });
      }
      const by = author.actor.id === actor.id ? undefined : actor.name;
      const due = { now, count: 1, approverIds, by };
      const application = { ...applying.application, limits: author.limits };
      const inTheirName = { ...applying, actor: author.actor, application };
      const outcome = await applySteps(inTheirName, before, due);
      if ('held' in outcome) return holdRequest(applying, before, outcome.held);
      return outcome.applied;
    }
    case 'HOLD':
      return holdRequest(applying, before, { reason: 'BY_HAND', byId: actor.id });
    case 'RESUME': {
      const steps = await settled(applying, before, choices);
      const { digest } = await readStanding(applying, { ...before, steps });
      return changed({
        steps,
        ...(steps !== before.steps && { reviews: fallen(before.reviews, digest) }),
        ...resumed(before),
      });
    }
    case 'WITHDRAW':
      return changed({ status: 'WITHDRAWN', held: null, nextAt: null, lookAt: null });
    case 'TAKE_OVER':
      return changed({
        authorId: actor.id,
        authorKind: actor.kind,
        contributors: [...new Set([...before.contributors, actor.id])],
        reviews: before.reviews.map((review) =>
          review.byId === actor.id ? { ...review, fell: true, counted: undefined } : review,
        ),
      });
    case 'ROLL_BACK': {
      const why = await rollBack(applying, before);
      if (why !== undefined) return holdRequest(applying, before, why);
      return changed({ status: 'ROLLED_BACK', held: null, nextAt: null, lookAt: null });
    }
  }
}

/** Times were approved with the content, so that nobody goes ahead of them; an administrator may pass all of it. */
function requireApproved(
  { application }: Applying,
  { missing, needs }: Approvals,
  action: RequestAction,
): void {
  if (application.bypass) return;
  if (missing > 0 || (action === 'ADVANCE' && needs.length > 0)) {
    const environments = needs.map(({ id, name, needed }) => ({ id, name, approvals: needed }));
    throw new Rejection('APPROVAL_REQUIRED', { environments });
  }
}

/** A wait counts anew, and an overdue time is due now. */
function resumed(request: StoredRequest) {
  const due = dueAgain(request);
  const status = request.currentStep === 0 ? ('OPEN' as const) : ('RUNNING' as const);
  return { status, held: null, failures: 0, nextAt: due, lookAt: due };
}

function dueAgain(request: StoredRequest) {
  const { currentStep, start, startAt } = request;
  if (currentStep === 0) {
    if (start === 'MANUAL') return null;
    return startAt === null ? NOW : notBeforeNow(startAt);
  }
  const next = nextTime(request);
  return next instanceof Date ? notBeforeNow(next) : next;
}

/** Submitted is only what could be applied as it is. */
async function requireApplicable(applying: Applying, request: StoredRequest): Promise<void> {
  requireSound(request);
  const why = await whyNot(applying, request, await readClock(applying.sql));
  if (why === undefined) return;
  const { overlaps } = await readStanding(applying, request);
  if (overlaps.length > 0) throw new Rejection('EDITS_CONFLICT', { overlaps });
  throw new Rejection('INVALID_EDIT', { code: why.code, at: ['steps'] });
}
