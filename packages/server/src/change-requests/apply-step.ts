import type { HeldReason } from '@comporta/contract/change-requests/request-state';
import type { Change } from '@comporta/contract/nouns/change';
import type { Author } from '../platform/callers/actor.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import { recordChanges } from '../platform/changes/changes.ts';
import type { KeptEdit, KeptHold, KeptStep } from '../tables/change-requests.ts';
import { applyState, type Gathering } from './apply-edits.ts';
import { inSeconds, type StoredRequest, updateRequest } from './change-request-repository.ts';
import { combined, findEdited, mergedWith } from './edited-things.ts';
import { guardedState } from './guard/begin-guard.ts';
import { onTrial } from './on-trial.ts';
import { refusalOfEdit } from './refusal-of-edit.ts';
import type { Applying } from './requests.ts';

/** What became of a due step. */
export type Outcome = { readonly applied: StoredRequest } | { readonly held: Omit<KeptHold, 'at'> };

const NOBODY: ReadonlySet<string> = new Set();

/** What says that the author may no longer do it. */
const OF_ROLES: ReadonlySet<string> = new Set(['ENVIRONMENT_READ_ONLY', 'FORBIDDEN']);

interface Due {
  readonly now: Date;
  readonly count: number;
  /** Whose approvals the steps are applied with. */
  readonly approverIds?: ReadonlySet<string>;
  /** The name of who has said so, where that was not the author. */
  readonly by?: string | undefined;
}

/**
 * How many steps are to be applied now: the next one, and later ones whose time has come as well. A step that ships or
 * restores something is applied by itself, because no save does that. Source: SAF-13.
 */
export function countDue({ steps, currentStep }: StoredRequest, now: Date): number {
  let count = 1;
  for (const [index, { at }] of steps.slice(currentStep + 1).entries()) {
    const both = steps.slice(currentStep + index, currentStep + index + 2);
    if (at === null || new Date(at) > now || both.some(hasOwnCalls)) break;
    count += 1;
  }
  return count;
}

/**
 * Applies the next steps of a request in the transaction, all or nothing, as its author, and marks them; or says why a
 * person has to decide. Errors that say nothing about the request are thrown. Source: SAF-03, SAF-08, SAF-11, SAF-96.
 */
export async function applySteps(
  applying: Applying,
  request: StoredRequest,
  { now, count, approverIds = NOBODY, by }: Due,
): Promise<Outcome> {
  const first = request.currentStep;
  const due = request.steps.slice(first, first + count);
  const edits = combined(due.flatMap((step) => step.edits));
  const approvers = [...approverIds].map((id) => request.people[id] ?? '');
  let { guardState } = request;
  let done: ReadonlyMap<string, Pick<KeptEdit, 'found' | 'left' | 'drawn'>>;
  try {
    done = await applying.sql.transaction((sql) =>
      applyAll({ ...applying, sql }, edits, {
        reason: request.reason || applying.application.reason,
        request: { number: request.number, step: first + count, approvers, ...(by && { by }) },
        after: async (inside) => {
          guardState = await guardedState(inside, request);
        },
      }),
    );
  } catch (error) {
    if (error instanceof Held) return { held: error.why };
    const { code, meta } = refusalOfEdit(error);
    if (OF_ROLES.has(code))
      return { held: { reason: 'ACCESS_LOST', byId: request.authorId, meta } };
    return { held: { reason: 'REFUSED', code, meta } };
  }
  const steps = request.steps.map((step, index): KeptStep => {
    if (index < first || index >= first + count) return step;
    const isLast = index === first + count - 1;
    return {
      ...step,
      appliedAt: now.toISOString(),
      ...(!isLast && { isSkipped: true }),
      edits: step.edits.map((edit) => ({ ...edit, ...done.get(edit.id) })),
    };
  });
  return {
    applied: await updateRequest(applying.sql, request, {
      steps,
      reviews: request.reviews.map((review) =>
        approverIds.has(review.byId) ? { ...review, counted: true } : review,
      ),
      guardState,
      ...afterSteps(request, first + count),
    }),
  };
}

function hasOwnCalls({ edits }: KeptStep): boolean {
  return edits.some(({ action }) => action === 'SHIP' || action === 'RESTORE');
}

/** When the step after this one is due, by the clock of the database. */
function afterSteps(request: StoredRequest, currentStep: number) {
  const at = nextTime({ ...request, currentStep });
  return {
    currentStep,
    status: at === null ? ('DONE' as const) : ('RUNNING' as const),
    held: null,
    failures: 0,
    nextAt: at,
    lookAt: at,
  };
}

/** When the next step is due, or the watch over the last one ends; null when nothing follows. */
export function nextTime({
  steps,
  currentStep,
  guard,
}: Pick<StoredRequest, 'steps' | 'currentStep' | 'guard'>) {
  const next = steps[currentStep];
  if (next === undefined)
    return guard === null || guard.watch === 0 ? null : inSeconds(guard.watch);
  return next.at === null ? inSeconds(next.wait) : new Date(next.at);
}

/** Thrown inside a step to take back what it has written. */
export class Held extends Error {
  readonly why: Omit<KeptHold, 'at'>;

  constructor(reason: HeldReason, meta?: object) {
    super(reason);
    this.why = { reason, ...(meta && { meta }) };
  }
}

interface Passed
  extends Pick<ApplicationScope, 'reason' | 'request' | 'isFreezeFree' | 'isReasonFree'> {
  /** What else belongs to the commit. */
  readonly before?: (inside: Gathering) => Promise<void>;
  readonly after?: (inside: Gathering) => Promise<void>;
  /** Who did it, where that is not the author. */
  readonly recordedBy?: Author;
}

/** Brings things into the merged states in one transaction, and records it as one. */
export async function applyAll(
  applying: Applying,
  edits: readonly KeptEdit[],
  { before, after, recordedBy = applying.actor, ...passed }: Passed,
): Promise<ReadonlyMap<string, Pick<KeptEdit, 'found' | 'left' | 'drawn'>>> {
  const application = { ...applying.application, ...passed, isAdmitted: true };
  const changes: Change[] = [];
  const gathering = (change: Change) => void changes.push(change);
  const done = new Map<string, Pick<KeptEdit, 'found' | 'left' | 'drawn'>>();
  await before?.({ ...applying, application, gathering });
  for (const edit of edits) {
    const from = await findEdited(applying, edit);
    const merged = mergedWith(edit, from?.body ?? null);
    if ('gone' in merged) throw new Held('GONE', { id: edit.id, name: edit.name });
    if ('overlaps' in merged) {
      throw new Held('CONFLICT', { id: edit.id, name: edit.name, overlaps: merged.overlaps });
    }
    await applyState({ ...applying, application, gathering }, edit, { from, to: merged.merged });
    const left = (await findEdited(applying, edit))?.body ?? null;
    done.set(edit.id, { found: from?.body ?? null, left, drawn: edit.drawn ?? from?.drawn });
  }
  await after?.({ ...applying, application, gathering });
  await recordChanges(
    applying.sql,
    { actor: recordedBy, application },
    changes.map((change) => () => change),
  );
  return done;
}

/** What would keep the steps from being applied one after the other; undefined when nothing does. Nothing is kept. */
export function whyNot(
  applying: Applying,
  request: StoredRequest,
  now: Date,
): Promise<Omit<KeptHold, 'at'> | undefined> {
  const application = { ...applying.application, isFreezeFree: true };
  return onTrial(applying.sql, async (sql) => {
    let tried = request;
    while (tried.currentStep < tried.steps.length) {
      const outcome = await applySteps({ ...applying, sql, application }, tried, { now, count: 1 });
      if ('held' in outcome) return outcome.held;
      tried = outcome.applied;
    }
    return undefined;
  });
}
