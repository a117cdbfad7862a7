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
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import {
  findRequest,
  insertRequest,
  NOW,
  nextNumber,
  readEnvironments,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { draftedRequest, type Made } from './drafts/drafted-request.ts';
import { filedVia, viaOf } from './drafts/filed-via.ts';
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
  requireRoom(applying);
  return answered(applying, await fileRequest(applying, await draftedRequest(applying, call.body)));
}

/** Rejects with LIMIT_EXCEEDED. */
export function requireRoom({ application }: Pick<Applying, 'application'>): void {
  if (application.requestCount >= REQUEST_LIMITS.openRequests) {
    const { openRequests: limit } = REQUEST_LIMITS;
    throw new Rejection('LIMIT_EXCEEDED', { field: 'changeRequests', limit });
  }
}

/** Stores a new request; the log knows it unless it is a draft. */
export async function fileRequest(applying: Applying, made: Made): Promise<StoredRequest> {
  const { sql, application } = applying;
  const row = { ...made, number: await nextNumber(sql, application.id) };
  const inserted = await insertRequest(sql, { ...row, ...whenDue(row, 0) });
  const stored = await inReview(applying, inserted);
  if (stored.status !== 'DRAFT') {
    await recordChange(applying, requestFiled(stored, applying.environments));
  }
  return stored;
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
  const isSame = sent.ok && isSameContent(before, sent.value, body);
  if (isSame && before.problems.length === 0) return answered(applying, before);
  const submit = body.submit ?? before.status !== 'DRAFT';
  const made = await draftedRequest(applying, { ...body, submit }, before);
  const isCheckedAgain = isSame || made.source !== null;
  if (isCheckedAgain && isPlannedAlike(before, made)) return answered(applying, before);
  const people = { ...before.people, ...made.people };
  const { id: _id, authorId: editorId, authorKind: _kind, ...content } = made;
  const { reviews, contributors } = before;
  // They are applied in the name of the author, however others edit them.
  const steps = editorId === before.authorId ? made.steps : filedVia(made.steps, viaOf(before));
  const edited = { ...content, steps, reviews, contributors };
  const { digest } = await readStanding(applying, { ...before, ...edited });
  const isOther = digest !== (await readStanding(applying, before)).digest;
  const after = await updateRequest(sql, before, {
    ...edited,
    ...whenDue(made, 0),
    people,
    // A title is no content: whoever corrects one may still approve it.
    ...(isOther && { contributors: [...new Set([...contributors, ...made.contributors])] }),
    reviews: fallen(reviews, digest),
    ...nextVersion(before, actor),
  });
  const stored = await inReview(applying, after);
  await recordTransition(applying, before, stored);
  return answered(applying, stored);
}

/** Whoever approved another content than that of the digest is asked again. Source: SAF-24. */
export function fallen(
  reviews: StoredRequest['reviews'],
  digest: string,
): StoredRequest['reviews'] {
  return reviews.map((review) =>
    review.verdict === 'APPROVED' && review.digest !== digest
      ? { ...review, fell: true, counted: undefined }
      : review,
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

/** Whether what the request says, or comes from, means now what it meant when it was filed. */
function isPlannedAlike(before: StoredRequest, made: Made): boolean {
  if (made.status !== before.status) return false;
  const contentOf = ({
    title,
    reason,
    source,
    start,
    startAt,
    lateBy,
    guard,
    steps,
    problems,
  }: Made) => ({
    ...{ title, reason, source, start, lateBy, guard },
    startAt: startAt?.toISOString() ?? null,
    steps: steps.map(({ edits, via: _via, ...times }) => ({
      ...times,
      edits: edits.map(({ type, id, base, result }) => ({ type, id, base, result })),
    })),
    problems: problems.map(({ step, edit, code }) => ({ step, edit, code })),
  });
  return isSameJson(contentOf(before), contentOf(made));
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
