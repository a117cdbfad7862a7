import { guardedRule } from '@comporta/contract/change-requests/check-guard';
import {
  type GuardDecision,
  guardDecision,
} from '@comporta/contract/change-requests/guard-decision';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import { recordChange } from '../../platform/changes/changes.ts';
import type { KeptGuardState, KeptHold } from '../../tables/change-requests.ts';
import { inSeconds, NOW, type StoredRequest, updateRequest } from '../change-request-repository.ts';
import { findEdited } from '../edited-things.ts';
import { holdRequest } from '../hold-request.ts';
import { requestEdited } from '../request-changes.ts';
import type { Applying, GuardLook } from '../requests.ts';
import { rollBack } from '../roll-back.ts';
import type { WatchedRequest } from './guarded-repository.ts';

/** How often a wait looks again, for figures become late without a count. */
const LOOK_SECONDS = 60;

interface Watching extends Applying {
  /** Done where the guard lets the next step be applied. */
  readonly next: () => Promise<unknown>;
}

/** Does what follows from the figures that were read before the transaction. Source: SAF-53, SAF-98. */
export async function actByGuard(
  watching: Watching,
  request: WatchedRequest,
  look: GuardLook,
): Promise<void> {
  const { guard, guardState, now } = request;
  if (guard === null || guardState === null) return;
  const decision = guardDecision({
    guard,
    reading: look.reading,
    step: request.currentStep,
    steps: request.steps.length,
    // Of a held request only harm counts.
    dueAt: request.status === 'HELD' ? Infinity : secondsOf(request.nextAt ?? now),
    now: secondsOf(now),
  });
  const seen = await updateRequest(watching.sql, request, {
    guardState: stateAfter(guardState, look, decision),
    failures: 0,
    ...(request.status === 'RUNNING' && { lookAt: nextLook(request, decision) }),
  });
  if (request.status === 'HELD') {
    if ('reason' in decision && decision.reason === 'GUARDRAIL_HARM') {
      await hold(watching, seen, await goingOn(watching, seen, request.held?.meta));
    }
    return;
  }
  switch (decision.do) {
    case 'WAIT':
      return;
    case 'NEXT':
      await watching.next();
      return;
    case 'DONE':
      await updateRequest(watching.sql, seen, { status: 'DONE', nextAt: null, lookAt: null });
      return;
    case 'HOLD':
      await hold(watching, seen, { reason: decision.reason, meta: metaOf(seen) });
      return;
    case 'ROLL_BACK':
      await rollBackHarm(watching, seen);
  }
}

/** Nobody is asked, and where somebody has changed the same part, the message says that harm goes on. Source: SAF-54. */
async function rollBackHarm(watching: Watching, request: StoredRequest): Promise<void> {
  const { application, sql } = watching;
  const system = { kind: 'system', accountId: application.accountId } as const;
  const why = await rollBack(watching, request, system);
  if (why !== undefined) {
    const { meta, ...others } = await goingOn(watching, request, why.meta);
    await hold(watching, request, { ...why, ...others, reason: why.reason, meta });
    return;
  }
  const after = await updateRequest(sql, request, {
    status: 'ROLLED_BACK',
    guardState: request.guardState && { ...request.guardState, rolledBack: true },
    held: null,
    nextAt: null,
    lookAt: null,
    version: request.version + 1,
  });
  const change = requestEdited(request, after, watching.environments);
  await recordChange({ sql, actor: system, application }, change);
}

type Why = Parameters<typeof holdRequest>[2];

async function hold(watching: Watching, request: StoredRequest, why: Why): Promise<void> {
  const { application } = watching;
  const actor = { kind: 'system', accountId: application.accountId } as const;
  await holdRequest({ ...watching, actor }, request, why);
}

/** What is harmed, and who changed which rule, so that nothing was rolled back. */
async function goingOn(
  watching: Watching,
  request: StoredRequest,
  meta: unknown,
): Promise<Pick<KeptHold, 'reason' | 'byId' | 'meta'> & Pick<Why, 'by'>> {
  const edit = request.steps[0]?.edits[0];
  const stored = edit && (await findEdited(watching, edit));
  const ruleId = guardedRule(request.steps);
  const rules = (stored?.body.rules ?? []) as readonly StoredRule[]; // Of an experiment.
  const found = rules.findIndex(({ id }) => id === ruleId);
  const place = found < 0 ? undefined : found;
  const by = stored?.savedById ? { id: stored.savedById, name: stored.savedBy } : undefined;
  return {
    reason: 'CONFLICT',
    meta: { ...Object(meta), ...metaOf(request), ...(place !== undefined && { rule: place + 1 }) },
    ...(by && { by, byId: by.id }),
  };
}

function metaOf({ guardState, guard }: StoredRequest): object {
  const harm = guardState?.harm;
  return { ...(harm ? { harm } : { patience: guard?.patience }) };
}

function stateAfter(
  before: KeptGuardState,
  { reading, shown, phaseId, countedAt }: GuardLook,
  decision: GuardDecision,
): KeptGuardState {
  const harmed = shown.guardrails.find(({ state }) => state === 'HARMED');
  const waitsFor = decision.do === 'WAIT' && decision.for !== 'TIME' ? decision.for : null;
  const harm = reading && harmed ? { metric: harmed.metric, value: harmed.value } : null;
  const { analysisId } = before;
  return { analysisId, phaseId, countedAt, ...shown, waitsFor, harm, rolledBack: false };
}

/** Without a new count: at its time, or a little later where it waits for figures. */
function nextLook({ nextAt }: StoredRequest, decision: GuardDecision) {
  if (decision.do !== 'WAIT') return NOW;
  return decision.for === 'TIME' ? nextAt : inSeconds(LOOK_SECONDS);
}

function secondsOf(moment: Date): number {
  return moment.getTime() / 1_000;
}
