import { isSameJson } from '@comporta/contract/canonical-json';
import { stateOf } from '@comporta/contract/change-requests/request-state';
import type { Change } from '@comporta/contract/nouns/change';
import type { RecordedRequest, RecordedStep } from '@comporta/contract/nouns/records';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import type { StoredRequest } from './change-request-repository.ts';
import { isFreeStop } from './edited-things.ts';
import type { RequestEnvironment } from './requests.ts';

/** What the audit log says of a request. Nothing that is evaluated depends on it. Source: SAF-80, SAF-81. */
function entryOf(
  { id, number, title, touchedIds }: StoredRequest,
  environments: readonly EnvironmentScope[],
) {
  const touches = environments.filter((one) => touchedIds.includes(one.id));
  return {
    type: 'changeRequest',
    id,
    name: `#${number} ${title}`,
    isServed: false,
    touches,
  } as const;
}

export function requestFiled(
  request: StoredRequest,
  environments: readonly RequestEnvironment[],
): Change<'changeRequest'> {
  const after = { ...recorded(request, environments), steps: stepsOf(request) };
  return { action: 'CREATED', ...entryOf(request, environments), after };
}

export function requestEdited(
  before: StoredRequest,
  after: StoredRequest,
  environments: readonly RequestEnvironment[],
): Change<'changeRequest'> {
  const [was, is] = [stepsOf(before), stepsOf(after)];
  // Most entries are about what becomes of it, and need not have all that it changes.
  const isOther = !isSameJson(was, is);
  return {
    action: 'EDITED',
    ...entryOf(after, environments),
    before: { ...recorded(before, environments), ...(isOther && { steps: was }) },
    after: { ...recorded(after, environments), ...(isOther && { steps: is }) },
  };
}

function stepsOf({ steps }: StoredRequest): readonly RecordedStep[] {
  return steps.map(({ at, wait, edits }) => ({
    ...(at !== null && { at }),
    ...(wait !== null && { wait }),
    edits: edits.map(({ action, name, type, changes = [] }) => ({ action, name, type, changes })),
  }));
}

function recorded(
  request: StoredRequest,
  environments: readonly RequestEnvironment[],
): RecordedRequest {
  const { title, reason, held, start, startAt, lateBy, people, authorId } = request;
  const approvers = request.reviews.filter(isApproval).map(({ byId }) => people[byId] ?? '');
  const rejected = request.reviews.find(({ verdict }) => verdict === 'REJECTED');
  const missingApprovals = Math.max(0, neededIn(request, environments) - approvers.length);
  return {
    title,
    reason,
    state: stateOf({ ...request, missingApprovals }),
    held: held?.reason,
    start,
    startAt: startAt?.toISOString(),
    lateBy: `${lateBy} s`,
    author: people[authorId] ?? '',
    approvedBy: approvers,
    rejection: rejected?.comment,
  };
}

function isApproval({ verdict, fell }: StoredRequest['reviews'][number]): boolean {
  return verdict === 'APPROVED' && !fell;
}

function neededIn(
  { touchedIds, steps, currentStep }: StoredRequest,
  environments: readonly RequestEnvironment[],
): number {
  const waiting = steps.slice(currentStep).flatMap(({ edits }) => edits);
  if (waiting.every((edit) => isFreeStop(edit, environments))) return 0;
  const touched = environments.filter(({ id }) => touchedIds.includes(id));
  return Math.max(0, ...touched.map(({ policy }) => policy?.approvals ?? 0));
}
