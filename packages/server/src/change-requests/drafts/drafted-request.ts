import { isSameJson } from '@comporta/contract/canonical-json';
import type {
  ChangeRequestDraft,
  Overlap,
} from '@comporta/contract/change-requests/change-request';
import {
  type CheckedRequest,
  checkRequest,
} from '@comporta/contract/change-requests/check-request';
import { newId } from '../../platform/base/ids.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import { firstVersion } from '../../platform/base/versions.ts';
import type { KeptProblem } from '../../tables/change-requests.ts';
import { requireThawedStart } from '../applying/require-thawed.ts';
import { readClock, type StoredRequest } from '../change-request-repository.ts';
import { type Filed, type FiledStep, fileSteps } from '../file-steps.ts';
import { requireGuardable } from '../guard/require-guardable.ts';
import type { Applying } from '../requests.ts';
import { requireNoOtherRamp } from '../sources/ramp.ts';
import { plannedSteps } from '../sources/steps-of-source.ts';
import { filedVia } from './filed-via.ts';
import { filedSteps, withKeptEdits } from './with-kept-edits.ts';

/** A request as it would be filed. */
export type Made = Omit<StoredRequest, 'number' | 'nextAt' | 'lookAt'>;

/** Checks a draft, or what one is changed to, and does all of it once on trial. Rejects with INVALID_EDIT when it is submitted and cannot be applied. */
export async function draftedRequest(
  applying: Applying,
  body: ChangeRequestDraft,
  before?: StoredRequest,
): Promise<Made> {
  const { sql } = applying;
  const checked = valueOrReject(checkRequest(body, await readClock(sql)));
  const isSubmitted = body.submit === true;
  const { source } = checked;
  // Before its steps are worked out, which another ramp of the rule may already have gone beyond.
  if (isSubmitted) await requireNoOtherRamp(applying, { source, steps: [], id: before?.id });
  const { problems, ...planned } =
    filedSteps(before, checked) ?? (await plannedSteps(applying, checked));
  const steps =
    before && checked.source === null ? withKeptEdits(before, checked.steps) : planned.steps;
  const made = await triedRequest(applying, { ...checked, steps, problems }, { isSubmitted });
  if (isSubmitted) await requireNoOtherRamp(applying, { ...made, id: before?.id });
  return made;
}

/** What a request says, with the steps that follow from its source. */
type Asked = Omit<CheckedRequest, 'steps'> & {
  readonly steps: readonly FiledStep[];
  /** What is known to keep it from being applied, beside what the trial finds. */
  readonly problems: readonly KeptProblem[];
};

/** Does what a request says once on trial. */
export async function triedRequest(
  applying: Applying,
  asked: Asked,
  { isSubmitted }: { readonly isSubmitted: boolean },
): Promise<Made> {
  const { actor, application } = applying;
  const tried = await fileSteps(applying, asked.steps);
  const filed = { ...tried, problems: withoutDoubles([...asked.problems, ...tried.problems]) };
  if (isSubmitted) {
    requireSettled(filed.overlaps);
    requireSound(filed);
    requireReason(applying, filed, asked);
    const { start, startAt } = asked;
    await requireThawedStart(applying, filed.askedIds[0], { start, startAt, at: ['startAt'] });
  }
  const { title, reason, source, start, startAt, lateBy, guard } = asked;
  await requireGuardable(applying, { guard, steps: filed.steps, problems: filed.problems });
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
    guardState: null,
    source,
    steps: filedVia(filed.steps, actor.kind === 'user' ? actor.token?.name : undefined),
    problems: filed.problems,
    reviews: [],
    entityIds: entityIdsIn(filed),
    touchedIds: [...filed.touchedIds],
    currentStep: 0,
    failures: 0,
    ...firstVersion(actor),
  };
}

/** What somebody else has changed otherwise is decided on a draft of it. */
function requireSettled(overlaps: readonly Overlap[]): void {
  if (overlaps.length > 0) throw new Rejection('EDITS_CONFLICT', { overlaps });
}

/** Where an environment wants to know why, the request says it once for all of its steps. Source: SAF-28. */
function requireReason(
  { environments }: Applying,
  { askedIds }: Filed,
  { reason }: Pick<CheckedRequest, 'reason'>,
): void {
  const isAsked = environments.some(
    ({ id, policy }) => policy?.reasonRequired && askedIds.flat().includes(id),
  );
  if (isAsked && reason === '') throw new Rejection('EMPTY_REASON', { at: ['reason'] });
}

/** The trial may find what was known. */
function withoutDoubles(problems: readonly KeptProblem[]): readonly KeptProblem[] {
  const keyOf = ({ step, edit, code, meta_data }: KeptProblem) =>
    `${step}.${edit} ${code} ${Object(meta_data).toggle_id}`;
  const known = new Set<string>();
  return problems.filter((problem) => {
    const isNew = !known.has(keyOf(problem));
    known.add(keyOf(problem));
    return isNew;
  });
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
    edits.every((edit) => isSameJson(edit.base, edit.result)),
  );
  if (idle >= 0) throw new Rejection('NO_EDITS', { at: ['steps', idle] });
}
