import {
  type ChangeRequest,
  COMMENT_MAX_CHARS,
  VERDICTS,
} from '@comporta/contract/change-requests/change-request';
import { problemsOfText } from '@comporta/contract/check-texts';
import { roleIn } from '@comporta/contract/role';
import { normalizeText } from '@comporta/contract/visible-text';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { rejectionOf } from '../platform/base/value-or-reject.ts';
import { nextVersion, requireVersion } from '../platform/base/versions.ts';
import { requireAccess } from '../platform/callers/access.ts';
import type { KeptReview } from '../tables/change-requests.ts';
import {
  findRequest,
  NOW,
  readClock,
  type StoredRequest,
  updateRequest,
} from './change-request-repository.ts';
import { answered, opened, type RequestCall, recordTransition } from './file-request.ts';
import { readStanding } from './request-standing.ts';
import type { Applying, EditsOf } from './requests.ts';

interface Sent {
  readonly verdict: string;
  readonly digest: string;
  readonly comment: string;
}

/** Approves or rejects what a request is about, or comments on it. One rejection ends it. Source: SAF-25. */
export async function reviewRequest(
  call: RequestCall<Sent>,
  id: string,
  edits: EditsOf,
): Promise<ChangeRequest> {
  const applying = await opened(call, edits);
  const { sql, actor, body } = call;
  const before = orNotFound(await findRequest(sql, call.application.id, id));
  requireVersion(before, call.ifMatch);
  const verdict = VERDICTS.find((one) => one === body.verdict) ?? 'COMMENT';
  const comment = checkedComment(body.comment, { isNeeded: verdict !== 'APPROVED' });
  if (verdict !== 'COMMENT') {
    const { digest, touchedIds } = await readStanding(applying, before);
    requireReviewable(before);
    requireOther(before, actor.id);
    await requireApprover(applying, touchedIds);
    // Whoever looked at another content has to look again.
    if (body.digest !== digest)
      throw new Rejection('VERSION_CONFLICT', { version: before.version });
  }
  const at = (await readClock(sql)).toISOString();
  const review: KeptReview = { verdict, byId: actor.id, at, comment, digest: body.digest };
  const isEnd = verdict === 'REJECTED';
  const after = await updateRequest(sql, before, {
    reviews: [...before.reviews, review],
    people: { ...before.people, [actor.id]: actor.name },
    ...(isEnd && { status: 'REJECTED', held: null, nextAt: null, lookAt: null }),
    ...nextVersion(before, actor),
  });
  if (verdict !== 'COMMENT') await recordTransition(applying, before, after);
  return answered(applying, await started(applying, after));
}

/** The last approval starts a request that waits for it. Source: SAF-15. */
async function started(applying: Applying, request: StoredRequest): Promise<StoredRequest> {
  const { status, start, lookAt } = request;
  if (status !== 'OPEN' || start !== 'ON_APPROVAL' || lookAt !== null) return request;
  const { approvals } = await readStanding(applying, request);
  if (approvals.missing > 0) return request;
  return updateRequest(applying.sql, request, { nextAt: NOW, lookAt: NOW });
}

function checkedComment(text: string, { isNeeded }: { readonly isNeeded: boolean }): string {
  const comment = normalizeText(text);
  const [first, ...others] = problemsOfText(['comment'], comment, {
    maxChars: COMMENT_MAX_CHARS,
    tooLong: 'COMMENT_TOO_LONG',
    holds: 'lines',
    ...(isNeeded && { empty: 'EMPTY_COMMENT' as const }),
  });
  if (first !== undefined) throw rejectionOf([first, ...others]);
  return comment;
}

function requireReviewable({ status }: StoredRequest): void {
  const isOpen = status === 'OPEN' || status === 'HELD';
  if (!isOpen) throw new Rejection('WRONG_REQUEST_STATE', { state: status });
}

/** One touched environment of which somebody is an approver is enough to say something of; approvals count only there. */
async function requireApprover(
  { sql, actor, application }: Applying,
  touchedIds: readonly string[],
): Promise<void> {
  const access = await requireAccess(sql, actor, application.id);
  const places = touchedIds.length === 0 ? [undefined] : touchedIds;
  if (!places.some((id) => roleIn(access, id) === 'APPROVER')) throw new Rejection('FORBIDDEN');
}

function requireOther({ contributors, authorId }: StoredRequest, personId: string): void {
  if (authorId === personId || contributors.includes(personId)) throw new Rejection('OWN_REQUEST');
}
