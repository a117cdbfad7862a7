import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../platform/base/ids.ts';
import type { Log } from '../platform/base/log.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { isPassing } from '../platform/database/database-errors.ts';
import { doPeriodically, type PeriodicWork } from '../platform/database/periodic-work.ts';
import { type OnChange, takeApplication } from '../platform/identity/application-scope.ts';
import type { KeptHold } from '../tables/change-requests.ts';
import { applySteps, countDue } from './apply-step.ts';
import {
  type DueRequest,
  findDue,
  findRequest,
  type ListedDue,
  lockDue,
  readEnvironments,
  retryLater,
  type StoredRequest,
} from './change-request-repository.ts';
import { findPermitted } from './find-permitted.ts';
import { holdRequest } from './hold-request.ts';
import { readStanding } from './request-standing.ts';
import type { EditsOf } from './requests.ts';

const LOOK_INTERVAL_MS = 1_000;
const AT_ONCE = 100;
/** A step that fails for a reason of ours is tried so often. Source: SAF-96. */
const TRIES = 3;

interface ApplyingDependencies {
  readonly database: Pick<Database, 'sql' | 'writes'>;
  readonly log: Log;
  readonly edits: EditsOf;
  readonly onChange: OnChange;
  /** Called after a step was committed, so that this node serves it. */
  readonly onCommitted: (applicationId: string) => Promise<void>;
}

/**
 * Applies what is due. Every node looks; what is applied and the mark that it was are one commit, so that a step is applied
 * exactly once without a leader. Source: SAF-11.
 */
export function keepApplying(dependencies: ApplyingDependencies): PeriodicWork {
  const closing = new AbortController();
  const work = doPeriodically(
    LOOK_INTERVAL_MS,
    () => applyDue(dependencies, closing.signal),
    dependencies.log,
  );
  return {
    runNow: work.runNow,
    close() {
      closing.abort();
      return work.close();
    },
  };
}

/** Applies what is due, until nothing is or the signal is aborted: other nodes apply the rest. */
export async function applyDue(
  dependencies: ApplyingDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const { database, log } = dependencies;
  for (;;) {
    const due = await findDue(database.sql, AT_ONCE);
    if (due.length === 0) return;
    for (const one of due) {
      if (signal?.aborted) return;
      const since = performance.now();
      try {
        await applyOne(dependencies, one);
      } catch (error) {
        await postpone(dependencies, one, error);
      }
      // Evaluations and other writes get half of the time, however many steps are due.
      if (due.length > 1) await pause(performance.now() - since);
    }
    log.debug({ requests: due.length }, 'looked at change requests');
  }
}

type Due = Pick<StoredRequest, 'id' | 'applicationId'>;

async function applyOne(dependencies: ApplyingDependencies, due: ListedDue) {
  const { database, onCommitted } = dependencies;
  const { id, applicationId } = due;
  const edits = await editsFor(dependencies, due);
  const lane = { company: 'change requests', application: applicationId };
  const isDone = await database
    .writes(lane)
    .transaction((sql) => applyLocked({ ...dependencies, edits }, { sql, id, applicationId }))
    .catch((error) => {
      if (error instanceof NotDue) return false;
      throw error;
    });
  if (isDone) await onCommitted(applicationId);
}

/** With the figures of what the next step ships, read before the transaction. */
async function editsFor(
  { database: { sql }, edits }: ApplyingDependencies,
  { id, applicationId, ships }: ListedDue,
): Promise<EditsOf> {
  const request = ships ? await findRequest(sql, applicationId, id) : undefined;
  const next = request?.steps[request.currentStep];
  return next === undefined ? edits : edits.lookedAt(sql, next.edits);
}

/** Rolls the transaction back: another node was first, or somebody has changed the request. */
class NotDue extends Error {}

async function applyLocked(
  { edits, onChange }: ApplyingDependencies,
  { sql, id, applicationId }: Due & { readonly sql: Sql },
): Promise<true> {
  const taken = await takeApplication(sql, applicationId);
  const request = taken && (await lockDue(sql, id));
  if (taken === undefined || request === undefined) throw new NotDue();
  const application = { ...taken, onChange };
  const environments = await readEnvironments(sql, applicationId);
  const system = { kind: 'system', accountId: application.accountId } as const;
  const hold = (why: Parameters<typeof holdRequest>[2]) =>
    holdRequest({ sql, actor: system, application, environments }, request, why);
  if (request.isLate) await hold({ reason: 'MISSED' });
  else {
    const author = await findPermitted(sql, application, request);
    if (author === undefined) await hold({ reason: 'ACCESS_LOST', byId: request.authorId });
    else {
      const { actor, limits } = author;
      const scope = { ...application, limits };
      const applying = { sql, actor, application: scope, environments, edits };
      const { approvals, touchedIds } = await readStanding(applying, request);
      const isFrozen = environments.some((one) => one.freeze && touchedIds.includes(one.id));
      // Lateness counts meanwhile. Whoever ends the freeze has it looked at again.
      if (isFrozen) await retryLater(sql, id, { isFailure: false });
      else if (approvals.missing > 0) await hold(unapproved(request));
      else {
        const count = countDue(request, request.now);
        const due = { now: request.now, count, approverIds: approvals.approverIds };
        const outcome = await applySteps(applying, request, due);
        if ('held' in outcome) await hold(outcome.held);
      }
    }
  }
  return true;
}

/** A start that passed in review is missed, and a late approval applies nothing by itself. Source: SAF-14. */
function unapproved({ currentStep }: DueRequest): Omit<KeptHold, 'at'> {
  return currentStep === 0
    ? { reason: 'MISSED' }
    : { reason: 'REFUSED', code: 'APPROVAL_REQUIRED' };
}

/** None stops other requests: what failed is tried again later, and a bug only a few times. */
async function postpone(
  { database, log, onChange }: ApplyingDependencies,
  { id, applicationId }: Due,
  error: unknown,
): Promise<void> {
  if (isPassing(error) || error instanceof Rejection) {
    await retryLater(database.sql, id, { isFailure: false });
    return;
  }
  const failures = await retryLater(database.sql, id, { isFailure: true });
  const errorId = newId();
  log.error({ err: error, changeRequest: id, errorId }, 'a step of a change request failed');
  if (failures === undefined || failures < TRIES) return;
  await database.sql.transaction(async (sql) => {
    const taken = await takeApplication(sql, applicationId);
    const request = taken && (await findRequest(sql, applicationId, id));
    if (taken === undefined || request === undefined || request.lookAt === null) return;
    const environments = await readEnvironments(sql, applicationId);
    const actor = { kind: 'system', accountId: taken.accountId } as const;
    const why = { reason: 'FAILED', meta: { id: errorId } } as const;
    await holdRequest(
      { sql, actor, application: { ...taken, onChange }, environments },
      request,
      why,
    );
  });
}
