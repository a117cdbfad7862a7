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
import { applySteps, whyNot } from './apply-step.ts';
import {
  findRequest,
  inSeconds,
  NOW,
  notBeforeNow,
  readClock,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import {
  answered,
  opened,
  type RequestCall,
  recordTransition,
  requireSound,
  whenDue,
} from './file-request.ts';
import { holdRequest } from './hold-request.ts';
import { readStanding } from './request-standing.ts';
import type { Applying, EditsOf } from './requests.ts';
import { rollBack } from './roll-back.ts';
import { settled } from './settle-overlaps.ts';

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
  const { state } = await readStanding(applying, before);
  const action = REQUEST_ACTIONS.find((one) => one === call.body.action);
  requirePossible(action, before, state);
  const after = await act(applying, before, { ...call.body, action });
  return answered(applying, after);
}

function requirePossible(
  action: RequestAction | undefined,
  { held, currentStep }: StoredRequest,
  state: RequestState,
): asserts action is RequestAction {
  const possible = possibleActions({ state, held: held?.reason ?? null, currentStep });
  if (action === undefined || !possible.includes(action)) {
    throw new Rejection('WRONG_REQUEST_STATE', { state });
  }
}

async function act(
  applying: Applying,
  before: StoredRequest,
  { action, choices = {} }: Asked & { readonly action: RequestAction },
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
      await requireApplicable(applying, before);
      return changed({ status: 'OPEN', ...whenDue({ ...before, status: 'OPEN' }) });
    }
    case 'APPLY':
    case 'ADVANCE': {
      const outcome = await applySteps(applying, before, { now: await readClock(sql), count: 1 });
      if ('held' in outcome) return holdRequest(applying, before, outcome.held);
      return outcome.applied;
    }
    case 'HOLD':
      return holdRequest(applying, before, { reason: 'BY_HAND', byId: actor.id });
    case 'RESUME': {
      const steps = await settled(applying, before, choices);
      return changed({ steps, ...resumed(before) });
    }
    case 'WITHDRAW':
      return changed({ status: 'WITHDRAWN', held: null, nextAt: null, lookAt: null });
    case 'TAKE_OVER':
      return changed({ authorId: actor.id, authorKind: actor.kind });
    case 'ROLL_BACK': {
      const why = await rollBack(applying, before);
      if (why !== undefined) return holdRequest(applying, before, why);
      return changed({ status: 'ROLLED_BACK', held: null, nextAt: null, lookAt: null });
    }
  }
}

/** A wait counts anew, and an overdue time is due now. */
function resumed(request: StoredRequest) {
  const due = dueAgain(request);
  const status = request.currentStep === 0 ? ('OPEN' as const) : ('RUNNING' as const);
  return { status, held: null, failures: 0, nextAt: due, lookAt: due };
}

function dueAgain({ steps, currentStep, start, startAt }: StoredRequest) {
  if (currentStep === 0) {
    if (start === 'MANUAL') return null;
    return startAt === null ? NOW : notBeforeNow(startAt);
  }
  const { at = null, wait = null } = steps[currentStep] ?? {};
  return at === null ? inSeconds(wait) : notBeforeNow(new Date(at));
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
