import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../platform/base/ids.ts';
import type { Log } from '../platform/base/log.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { type OnChange, takeApplication } from '../platform/callers/application-scope.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { isPassing } from '../platform/database/database-errors.ts';
import { doPeriodically, type PeriodicWork } from '../platform/database/periodic-work.ts';
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
import { findAuthorOf, findPermitted } from './find-permitted.ts';
import { findCounted, lockGuarded } from './guard/guarded-repository.ts';
import { actByGuard } from './guard/watch-request.ts';
import { holdRequest } from './hold-request.ts';
import { readStanding } from './request-standing.ts';
import type { Applying, EditsOf } from './requests.ts';

const LOOK_INTERVAL_MS = 1_000;
const AT_ONCE = 100;
/** How many requests of an application are applied in one transaction. */
const TOGETHER = 5;
/** How long others have the node, for each second of steps, where several are due: later on less, or the last would wait for long. */
const REST = 2;
const LATER_REST = 1;
const LATER_MS = 10_000;
/** A step that fails for a reason of ours is tried so often. Source: SAF-96. */
const TRIES = 3;

interface ApplyingDependencies {
  readonly database: Pick<Database, 'sql' | 'writes'>;
  readonly log: Log;
  readonly edits: EditsOf;
  readonly onChange: OnChange;
  /** Called after a step was committed, so that this node serves it. */
  readonly onCommitted: (applicationId: string) => Promise<void>;
  readonly everyMs?: number | undefined;
}

/**
 * Applies what is due. Every node looks; what is applied and the mark that it was are one commit, so that a step is applied
 * exactly once without a leader. Source: SAF-11.
 */
export function keepApplying(dependencies: ApplyingDependencies): PeriodicWork {
  const closing = new AbortController();
  const work = doPeriodically(
    dependencies.everyMs ?? LOOK_INTERVAL_MS,
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
  const { sql } = dependencies.database;
  // Each at most once at a time, so that counts that come faster than looks keep nothing else from being applied.
  const counted = await findCounted(sql, AT_ONCE);
  const watched = counted.map((one) => () => orLater(dependencies, one, watchOne));
  await inTurn(dependencies, watched, { signal, rest: () => REST });
  const begunAt = performance.now();
  const rest = () => (performance.now() - begunAt < LATER_MS ? REST : LATER_REST);
  for (;;) {
    const due = await findDue(sql, { count: AT_ONCE, together: TOGETHER });
    if (due.length === 0 || signal?.aborted) return;
    const groups = Map.groupBy(due, ({ applicationId }) => applicationId);
    const applied = [...groups.values()].map((group) => () => applyGroup(dependencies, group));
    await inTurn(dependencies, applied, { signal, rest });
  }
}

/** One after the other. Evaluations and other writes get most of the time, however many steps are due. */
async function inTurn(
  { log }: ApplyingDependencies,
  works: readonly (() => Promise<void>)[],
  { signal, rest }: { readonly signal: AbortSignal | undefined; readonly rest: () => number },
): Promise<void> {
  for (const work of works) {
    if (signal?.aborted) return;
    const since = performance.now();
    await work();
    if (works.length > 1) await pause(rest() * (performance.now() - since));
  }
  if (works.length > 0) log.debug({ works: works.length }, 'looked at change requests');
}

/** What fails is looked at again later. */
async function orLater<One extends Due>(
  dependencies: ApplyingDependencies,
  one: One,
  work: (dependencies: ApplyingDependencies, one: One) => Promise<void>,
): Promise<void> {
  try {
    await work(dependencies, one);
  } catch (error) {
    await postpone(dependencies, one, error);
  }
}

type Due = Pick<StoredRequest, 'id' | 'applicationId'>;

/**
 * Applies what is due in one application as one commit, of which all nodes are told once. Each request is a savepoint in it: what
 * fails takes nothing else with it.
 */
async function applyGroup(
  dependencies: ApplyingDependencies,
  group: readonly ListedDue[],
): Promise<void> {
  for (const one of group) if (one.isGuarded) await orLater(dependencies, one, watchOne);
  const due = group.filter(({ isGuarded }) => !isGuarded);
  const [first] = due;
  if (first === undefined) return;
  const failed: (readonly [ListedDue, unknown])[] = [];
  try {
    const edits = new Map<string, EditsOf>();
    for (const one of due) edits.set(one.id, await editsFor(dependencies, one));
    await inLane(dependencies, first.applicationId, async (sql) => {
      let applied = 0;
      for (const one of due) {
        const known = { ...dependencies, edits: edits.get(one.id) ?? dependencies.edits };
        try {
          await sql.transaction((inside) => applyLocked(known, { ...one, sql: inside }));
          applied += 1;
        } catch (error) {
          if (isPassing(error)) throw error;
          if (!(error instanceof NotDue)) failed.push([one, error]);
        }
      }
      if (applied === 0) throw new NotDue();
      return true;
    });
  } catch (error) {
    for (const one of due) await postpone(dependencies, one, error);
    return;
  }
  for (const [one, error] of failed) await postpone(dependencies, one, error);
}

/** One transaction in the line of its application, after which this node serves what it did. */
async function inLane(
  { database, onCommitted }: ApplyingDependencies,
  applicationId: string,
  work: (sql: Sql) => Promise<true>,
): Promise<void> {
  const lane = { company: 'change requests', application: applicationId };
  const isDone = await database
    .writes(lane)
    .transaction(work)
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
  dependencies: ApplyingDependencies,
  { sql, id, applicationId }: Due & { readonly sql: Sql },
): Promise<true> {
  const applying = await lockedApplication(dependencies, sql, applicationId);
  const request = applying && (await lockDue(sql, id));
  if (applying === undefined || request === undefined) throw new NotDue();
  if (request.isLate) await holdAsSystem(applying, request, { reason: 'MISSED' });
  else await applyNext(applying, request, countDue(request, request.now));
  return true;
}

type Locked = Omit<Applying, 'actor'>;

async function lockedApplication(
  { edits, onChange }: ApplyingDependencies,
  sql: Sql,
  applicationId: string,
): Promise<Locked | undefined> {
  const taken = await takeApplication(sql, applicationId);
  if (taken === undefined) return undefined;
  const environments = await readEnvironments(sql, applicationId);
  return { sql, application: { ...taken, onChange }, environments, edits };
}

/** Applies the next steps in the name of their author, or says why a person has to decide. */
async function applyNext(
  locked: Locked,
  request: StoredRequest & Pick<DueRequest, 'now'>,
  count: number,
): Promise<void> {
  const { sql, application, environments } = locked;
  const author = await findPermitted(sql, application, request);
  if (author === undefined) {
    await holdAsSystem(locked, request, { reason: 'ACCESS_LOST', byId: request.authorId });
    return;
  }
  const { actor, limits } = author;
  const applying = { ...locked, actor, application: { ...application, limits } };
  const { approvals, askedIds } = await readStanding(applying, request);
  const { currentStep } = request;
  const dueIds = askedIds.slice(currentStep, currentStep + count).flat();
  const isFrozen = environments.some((one) => one.freeze && dueIds.includes(one.id));
  // Lateness counts meanwhile. Whoever ends the freeze has it looked at again.
  if (isFrozen) await retryLater(sql, request.id, { isFailure: false });
  else if (approvals.missing > 0) await holdAsSystem(locked, request, unapproved(request));
  else {
    const due = { now: request.now, count, approverIds: approvals.approverIds };
    const outcome = await applySteps(applying, request, due);
    if ('held' in outcome) await holdAsSystem(locked, request, outcome.held);
  }
}

async function holdAsSystem(
  locked: Locked,
  request: StoredRequest,
  why: Parameters<typeof holdRequest>[2],
): Promise<void> {
  const actor = { kind: 'system', accountId: locked.application.accountId } as const;
  await holdRequest({ ...locked, actor }, request, why);
}

/** Lets the guard decide by the figures of this moment, if nothing was counted between reading them and the transaction. */
async function watchOne(dependencies: ApplyingDependencies, { id, applicationId }: Due) {
  const { database, edits } = dependencies;
  const before = await findRequest(database.sql, applicationId, id);
  if (!before?.guardState) return;
  const { analysisId } = before.guardState;
  const look = await edits.guard.look(database.sql, analysisId);
  await inLane(dependencies, applicationId, async (sql) => {
    const locked = await lockedApplication(dependencies, sql, applicationId);
    const request = locked && (await lockGuarded(sql, id));
    if (locked === undefined || !request?.isWatched) throw new NotDue();
    const { phaseId, countedAt } = await edits.guard.lastCount(sql, analysisId);
    if (phaseId !== look.phaseId || countedAt !== look.countedAt) throw new NotDue();
    const actor = await findAuthorOf(sql, locked.application, request);
    // Steps with a guard are applied one by one.
    const next = () => applyNext(locked, request, 1);
    await actByGuard({ ...locked, actor, next }, request, look);
    return true;
  });
}

/** A start that passed in review is missed, and a late approval applies nothing by itself. Source: SAF-14. */
function unapproved({ currentStep }: StoredRequest): Omit<KeptHold, 'at'> {
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
