import { isSameJson } from '@comporta/contract/canonical-json';
import {
  type ChangeRequest,
  type ChangeRequestDraft,
  REQUEST_LIMITS,
} from '@comporta/contract/change-requests/change-request';
import {
  type CheckedRequest,
  checkRequest,
} from '@comporta/contract/change-requests/check-request';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import {
  findRequest,
  insertRequest,
  NOW,
  nextNumber,
  readClock,
  readEnvironments,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { type Filed, fileSteps } from './file-steps.ts';
import { requestAnswer } from './request-answer.ts';
import { requestEdited, requestFiled } from './request-changes.ts';
import { readStanding } from './request-standing.ts';
import type { Applying, EditsOf } from './requests.ts';

export type RequestCall<Body = undefined> = Write<'application', Body>;

/** The call with what all of them need to know. */
export async function opened<Body>(
  call: RequestCall<Body>,
  edits: EditsOf,
): Promise<RequestCall<Body> & Applying> {
  return { ...call, edits, environments: await readEnvironments(call.sql, call.application.id) };
}

/** Files a change that is not applied yet, or keeps it as a draft. Source: SAF-01, SAF-04. */
export async function createRequest(
  call: RequestCall<ChangeRequestDraft>,
  edits: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, edits);
  const { sql, application } = call;
  if (application.requestCount >= REQUEST_LIMITS.openRequests) {
    const { openRequests: limit } = REQUEST_LIMITS;
    throw new Rejection('LIMIT_EXCEEDED', { field: 'changeRequests', limit });
  }
  const made = await draftedRequest(applying, call.body);
  const row = { ...made, number: await nextNumber(sql, application.id) };
  const inserted = await insertRequest(sql, { ...row, ...whenDue(row, 0) });
  const stored = await inReview(applying, inserted);
  if (stored.status !== 'DRAFT') {
    await recordChange(call, requestFiled(stored, applying.environments));
  }
  return answered(applying, stored);
}

/** What would be filed; nothing is stored. */
export async function previewRequest(
  call: RequestCall<ChangeRequestDraft>,
  edits: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, edits);
  const row = await draftedRequest(applying, { ...call.body, submit: false });
  return answered(applying, { ...row, number: 1, nextAt: null, lookAt: null });
}

/** Changes what a request is about, until a step is applied. */
export async function updateRequestOf(
  call: RequestCall<ChangeRequestDraft>,
  id: string,
  edits: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, edits);
  const { sql, actor, body, ifMatch } = call;
  const before = orNotFound(await findRequest(sql, call.application.id, id));
  requireVersion(before, ifMatch);
  requireEditable(before);
  // Times that are stored may have passed meanwhile: compared with the moment of the last save, they are no problem.
  const sent = checkRequest(body, before.savedAt);
  if (sent.ok && isSameContent(before, sent.value, body)) return answered(applying, before);
  const submit = body.submit ?? before.status !== 'DRAFT';
  const made = await draftedRequest(applying, { ...body, submit });
  const people = { ...before.people, ...made.people };
  const contributors = [...new Set([...before.contributors, ...made.contributors])];
  const { id: _id, authorId: _author, authorKind: _kind, reviews: _reviews, ...content } = made;
  const after = await updateRequest(sql, before, {
    ...content,
    ...whenDue(made, 0),
    people,
    contributors,
    reviews: fallen(before.reviews),
    ...nextVersion(before, actor),
  });
  const stored = await inReview(applying, after);
  await recordTransition(applying, before, stored);
  return answered(applying, stored);
}

/** What was approved is another content now; whoever approved it is asked again. */
export function fallen(reviews: StoredRequest['reviews']): StoredRequest['reviews'] {
  return reviews.map((review) =>
    review.verdict === 'APPROVED' ? { ...review, fell: true, counted: undefined } : review,
  );
}

/** A request that begins with the last approval waits for that. */
async function inReview(applying: Applying, request: StoredRequest): Promise<StoredRequest> {
  if (request.status !== 'OPEN' || request.start !== 'ON_APPROVAL') return request;
  const { approvals } = await readStanding(applying, request);
  if (approvals.missing === 0) return request;
  return updateRequest(applying.sql, request, { nextAt: null, lookAt: null });
}

/** A draft has no entries yet; its first one is that of the filing. */
export async function recordTransition(
  applying: Applying,
  before: StoredRequest,
  after: StoredRequest,
): Promise<void> {
  const { environments } = applying;
  if (after.status === 'DRAFT') return;
  await recordChange(
    applying,
    before.status === 'DRAFT'
      ? requestFiled(after, environments)
      : requestEdited(before, after, environments),
  );
}

/** Fixed once a step was applied. */
function requireEditable({ status, currentStep }: StoredRequest): void {
  const isEditable = ['DRAFT', 'OPEN', 'HELD'].includes(status) && currentStep === 0;
  if (!isEditable) throw new Rejection('WRONG_REQUEST_STATE', { state: status });
}

function isSameContent(
  before: StoredRequest,
  sent: CheckedRequest,
  { submit }: ChangeRequestDraft,
): boolean {
  if (submit === true && before.status === 'DRAFT') return false;
  const kept = {
    title: before.title,
    reason: before.reason,
    source: before.source,
    start: before.start,
    startAt: before.startAt,
    lateBy: before.lateBy,
    guard: before.guard,
    steps: before.steps.map(({ at, wait, edits }) => ({
      at,
      wait,
      edits: edits.map(({ type, action, id, environmentId, body }) => ({
        type,
        action,
        id,
        environmentId,
        body,
      })),
    })),
  };
  const { steps, ...others } = sent;
  const asSent = {
    ...others,
    steps: steps.map(({ at, wait, edits }) => ({
      at: at?.toISOString() ?? null,
      wait,
      edits: edits.map(({ version: _version, ...edit }) => edit),
    })),
  };
  return isSameJson(JSON.parse(JSON.stringify(kept)), JSON.parse(JSON.stringify(asSent)));
}

type Made = Omit<StoredRequest, 'number' | 'nextAt' | 'lookAt'>;

/** Checks a draft, and does all of it once on trial. Rejects with INVALID_EDIT when it is submitted and cannot be applied. */
async function draftedRequest(applying: Applying, body: ChangeRequestDraft): Promise<Made> {
  const { sql, actor, application } = applying;
  const checked = valueOrReject(checkRequest(body, await readClock(sql)));
  requireKnownKinds(checked);
  const filed = await fileSteps(applying, checked);
  const isSubmitted = body.submit === true;
  if (isSubmitted) {
    requireSound(filed);
    requireReason(applying, filed, checked);
  }
  const { title, reason, source, start, startAt, lateBy, guard } = checked;
  return {
    id: newId(),
    applicationId: application.id,
    title,
    reason,
    authorId: actor.id,
    authorKind: actor.kind,
    people: { [actor.id]: actor.name },
    contributors: [actor.id],
    status: isSubmitted ? 'OPEN' : 'DRAFT',
    held: null,
    start,
    startAt,
    lateBy,
    guard,
    source,
    steps: filed.steps,
    problems: filed.problems,
    reviews: [],
    entityIds: entityIdsIn(filed),
    touchedIds: [...filed.touchedIds],
    currentStep: 0,
    failures: 0,
    ...firstVersion(actor),
  };
}

/** Where an environment wants to know why, the request says it once for all of its steps. Source: SAF-28. */
function requireReason(
  { environments }: Applying,
  { touchedIds }: Filed,
  { reason }: CheckedRequest,
): void {
  const isAsked = environments.some(
    ({ id, policy }) => policy?.reasonRequired && touchedIds.includes(id),
  );
  if (isAsked && reason === '') throw new Rejection('EMPTY_REASON', { at: ['reason'] });
}

function requireKnownKinds({ source, guard }: CheckedRequest): void {
  if (source !== null) throw new Rejection('INVALID_SOURCE', { at: ['source'] });
  if (guard !== null) throw new Rejection('INVALID_GUARD', { at: ['guard'] });
}

function entityIdsIn({ steps }: Pick<Filed, 'steps'>): string[] {
  return [...new Set(steps.flatMap(({ edits }) => edits.map(({ id }) => id)))];
}

/** What is submitted must be applicable as it is, and change something. */
export function requireSound({ steps, problems }: Pick<Filed, 'steps' | 'problems'>): void {
  const [first] = problems;
  if (first !== undefined) {
    const at = ['steps', first.step - 1, 'edits', first.edit - 1];
    throw new Rejection('INVALID_EDIT', { at, edits: problems });
  }
  const idle = steps.findIndex(({ edits }) =>
    edits.every((edit) => isSameJson(edit.base, edit.result) && edit.body?.rerandomise !== true),
  );
  if (idle >= 0) throw new Rejection('NO_EDITS', { at: ['steps', idle] });
}

/** When the runner has to look at it, by the clock of the database. */
export function whenDue(
  { status, start, startAt }: Pick<StoredRequest, 'status' | 'start' | 'startAt'>,
  missingApprovals: number,
) {
  const isInReview = start === 'ON_APPROVAL' && missingApprovals > 0;
  if (status !== 'OPEN' || start === 'MANUAL' || isInReview) return { nextAt: null, lookAt: null };
  const due = start === 'AT' ? startAt : NOW;
  return { nextAt: due, lookAt: due };
}

export async function answered(applying: Applying, request: StoredRequest): Promise<ChangeRequest> {
  return requestAnswer(request, await readStanding(applying, request), applying.environments);
}
