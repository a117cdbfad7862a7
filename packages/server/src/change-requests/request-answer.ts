import type {
  ChangeRequest,
  ChangeRequestSummary,
} from '@comporta/contract/change-requests/change-request';
import type { GuardState } from '@comporta/contract/change-requests/guard';
import {
  isFinal,
  possibleActions,
  stateOf,
} from '@comporta/contract/change-requests/request-state';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import { lastChangedOf } from '../platform/base/versions.ts';
import type { KeptGuardState, KeptStep } from '../tables/change-requests.ts';
import { frozenAt } from './applying/frozen-at.ts';
import { isOfContent } from './approvals.ts';
import type { ListedRequest, NextEdit, StoredRequest } from './change-request-repository.ts';
import { viaOf } from './drafts/filed-via.ts';
import { isFreeStop } from './edited-things.ts';
import type { Standing } from './request-standing.ts';
import type { RequestEnvironment } from './requests.ts';

type Listed = Omit<ListedRequest, 'entities' | 'stepCount' | 'nextEdits'>;

interface Shown {
  readonly environments: readonly RequestEnvironment[];
  readonly touchedIds: readonly string[];
  /** The environments of which the next step asks something. */
  readonly askedIds: readonly string[];
  readonly entities: ListedRequest['entities'];
  readonly stepCount: number;
  readonly nextEdits: readonly NextEdit[];
  readonly missingApprovals?: number;
}

export function summaryOf(
  { entities, stepCount, nextEdits, ...request }: ListedRequest,
  environments: readonly RequestEnvironment[],
): ChangeRequestSummary {
  const { touchedIds } = request;
  const isFree = nextEdits.every((edit) => isFreeStop(edit, environments));
  return summary(request, {
    environments,
    touchedIds,
    askedIds: isFree ? [] : touchedIds,
    entities,
    stepCount,
    nextEdits,
  });
}

function summary(request: Listed, { missingApprovals = 0, ...shown }: Shown): ChangeRequestSummary {
  const { id, applicationId, number, title, people, held, start, startAt, nextAt } = request;
  const { authorId, authorKind, currentStep, version } = request;
  const nameOf = (personId: string) => people[personId] ?? '';
  return {
    id,
    appId: applicationId,
    number,
    title,
    author: { id: authorId, name: nameOf(authorId), kind: authorKind },
    state: stateOf({ ...request, missingApprovals }),
    held: held && {
      reason: held.reason,
      at: held.at,
      ...(held.byId !== undefined && { by: nameOf(held.byId) }),
      ...(held.code !== undefined && { code: held.code }),
      ...(held.meta !== undefined && { meta_data: held.meta }),
    },
    ...waitOf(request, shown),
    touched: shown.environments
      .filter((one) => shown.touchedIds.includes(one.id))
      .map((one) => ({ id: one.id, name: one.name })),
    start,
    startAt: startAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
    currentStep,
    stepCount: shown.stepCount,
    entities: shown.entities,
    next: isFinal(request.status) ? [] : shown.nextEdits.map(comingOf),
    version,
    lastChanged: lastChangedOf(request),
  };
}

/** What users get after the next step, as it was filed: lists do not merge it with what is stored now. */
function comingOf(edit: NextEdit): ChangeRequestSummary['next'][number] {
  const { type, action, id, environmentId, result } = edit;
  const of = { type, action, id, environmentId };
  const rules = result?.rules;
  if (type !== 'experiment' || !Array.isArray(rules)) return { ...of, outcome: null, status: null };
  const status = result?.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE';
  // Kept are only rules that the checks of an experiment have passed.
  return { ...of, outcome: outcomeOf(rules as Parameters<typeof outcomeOf>[0]), status };
}

/** The whole request, as it stands now. */
export function requestAnswer(
  request: StoredRequest,
  standing: Standing,
  environments: readonly RequestEnvironment[],
): ChangeRequest {
  const { steps, contributors, people, reviews, held } = request;
  const edits = steps.flatMap((step) => step.edits);
  const entities = new Map(edits.map(({ type, id, name }) => [id, { type, id, name }]));
  const nameOf = (id: string) => people[id] ?? '';
  const { state, touchedIds, askedIds, digest, approvals } = standing;
  const ofList = summary(request, {
    environments,
    touchedIds,
    askedIds: askedIds[request.currentStep] ?? [],
    entities: [...entities.values()],
    stepCount: steps.length,
    nextEdits: steps[request.currentStep]?.edits ?? [],
    missingApprovals: approvals.missing,
  });
  const via = viaOf(request);
  return {
    ...ofList,
    author: { ...ofList.author, ...(via !== undefined && { via }) },
    reason: request.reason,
    contributors: contributors.map((id) => ({ id, name: nameOf(id) })),
    lateBy: request.lateBy,
    guard: request.guard,
    guardState: request.guardState && guardStateAnswer(request.guardState),
    source: request.source,
    steps: steps.map((step, index) => ({
      ...stepAnswer(step, index, standing),
      frozenUntil: frozenUntilOf(request, { index, askedIds, environments }),
    })),
    problems: request.problems,
    // Of what is over, nobody decides anything any more.
    overlaps: isFinal(request.status) ? [] : standing.overlaps,
    digest,
    approvals: approvals.needs,
    reviews: reviews.map((review) => ({
      verdict: review.verdict,
      by: { id: review.byId, name: nameOf(review.byId) },
      at: review.at,
      comment: review.comment,
      counts: isOfContent(review, digest) && approvals.approverIds.has(review.byId),
    })),
    actions: possibleActions({
      state,
      held: held?.reason ?? null,
      currentStep: request.currentStep,
      stepCount: steps.length,
    }),
  };
}

/** The phase is ours alone. */
function guardStateAnswer({ phaseId: _, ...state }: KeptGuardState): GuardState {
  return state;
}

function stepAnswer(
  { at, wait, edits, appliedAt, isSkipped }: KeptStep,
  index: number,
  { results, differences }: Standing,
): Omit<ChangeRequest['steps'][number], 'frozenUntil'> {
  return {
    at,
    wait,
    state: isSkipped ? 'SKIPPED' : appliedAt === undefined ? 'WAITING' : 'APPLIED',
    appliedAt: appliedAt ?? null,
    edits: edits.map((edit, place) => {
      const { type, action, id, environmentId, name, body, base, result } = edit;
      const merged = results.get(`${index}.${place}`);
      return {
        type,
        action,
        id,
        environmentId,
        name,
        body,
        base,
        result: merged === undefined ? result : merged,
        differences: differences.get(`${index}.${place}`) ?? [],
      };
    }),
  };
}

interface StepPlace extends Pick<Shown, 'environments'> {
  readonly index: number;
  readonly askedIds: Standing['askedIds'];
}

/** Of a step to come whose time is known: until when it waits for freezes. */
function frozenUntilOf(
  { status, currentStep, nextAt, startAt, steps }: StoredRequest,
  { index, askedIds, environments }: StepPlace,
): string | null {
  if (isFinal(status) || index < currentStep) return null;
  const at = steps[index]?.at ?? null;
  const planned = index === 0 ? startAt : at === null ? null : new Date(at);
  const due = index === currentStep ? (nextAt ?? planned) : planned;
  const asked = environments.filter(({ id }) => askedIds[index]?.includes(id));
  return (due && frozenAt(due, asked)?.until.toISOString()) ?? null;
}

/** A step that comes due in a freeze waits for its end. */
function waitOf(
  { status, nextAt, guardState }: Listed,
  { environments, askedIds }: Pick<Shown, 'environments' | 'askedIds'>,
): Pick<ChangeRequestSummary, 'waitsFor' | 'frozenFrom' | 'frozenUntil'> {
  const isGoingOn = status === 'RUNNING' || status === 'OPEN';
  const asked = environments.filter((one) => askedIds.includes(one.id));
  const frozen = isGoingOn && nextAt !== null ? frozenAt(nextAt, asked) : undefined;
  const waitsFor = status === 'RUNNING' ? (guardState?.waitsFor ?? 'TIME') : null;
  return {
    waitsFor: frozen === undefined ? waitsFor : 'FREEZE',
    frozenFrom: frozen?.from?.toISOString() ?? null,
    frozenUntil: frozen?.until.toISOString() ?? null,
  };
}
