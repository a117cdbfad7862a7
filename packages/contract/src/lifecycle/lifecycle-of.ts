import {
  type EnvironmentFacts,
  LAUNCHED_AFTER_DAYS,
  type Lifecycle,
  type LifecycleFacts,
  type LifecycleReason,
  type LifecycleSettings,
  type LifecycleState,
} from './lifecycle.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_DAYS = 7;
const SCAN_KEPT_DAYS = 30;

/** The states of toggles that have done what they were made for. */
const OVER: readonly LifecycleState[] = ['LAUNCHED', 'IDLE', 'READY_TO_REMOVE'];

interface Sole {
  readonly value: string;
  readonly since: string;
}

/** The times after which something is new, in use, and so on: all toggles that are judged at one moment share them. */
export interface Moment {
  readonly today: string;
  readonly newAfter: string;
  readonly usedAfter: string;
  readonly changedAfter: string;
  readonly scannedAfter: string;
}

export function momentOf({ idleDays }: LifecycleSettings, now: Date): Moment {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return {
    today: now.toISOString().slice(0, 10),
    newAfter: daysAgo(NEW_DAYS),
    usedAfter: daysAgo(idleDays),
    changedAfter: daysAgo(LAUNCHED_AFTER_DAYS),
    scannedAfter: daysAgo(SCAN_KEPT_DAYS),
  };
}

/**
 * What is known of a toggle at a moment: its state with its reasons, in their order. A count can keep a toggle, never condemn
 * it: what is lost or forged makes it look more alive, or unknown. Source: LIF-20 to LIF-22.
 */
export function lifecycleOf(facts: LifecycleFacts, moment: Moment): Lifecycle {
  if (facts.lifetime === 'PERMANENT') {
    return { state: 'PERMANENT', overdue: false, stale: false, reasons: [] };
  }
  const { removeBy, snoozedUntil } = facts;
  const { today } = moment;
  const found = stateOf(facts, moment);
  const isSnoozed = snoozedUntil !== null && today <= snoozedUntil;
  const isOver = OVER.includes(found.state);
  if (removeBy === null || today <= removeBy) {
    return { ...found, overdue: false, stale: isOver && !isSnoozed };
  }
  const reasons: readonly LifecycleReason[] = [{ code: 'OVERDUE', on: removeBy }, ...found.reasons];
  return { ...found, overdue: true, stale: !isSnoozed, reasons };
}

type Found = Omit<Lifecycle, 'overdue' | 'stale'>;

function stateOf(facts: LifecycleFacts, moment: Moment): Found {
  if (isNew(facts, moment)) return { state: 'NEW', reasons: [] };
  const planned = reasonsOfPlans(facts);
  if (planned.length > 0) return { state: 'ACTIVE', reasons: planned };
  const asked = askedAbout(facts.environments);
  const reasons = asked.map((environment) => reasonOf(environment, moment));
  const unused = unusedSince(reasons);
  if (unused !== undefined) {
    const blockers = blockersOf(facts, moment);
    const isFree = blockers.every(({ code }) => code === 'NO_REPOSITORY');
    return {
      state: isFree ? 'READY_TO_REMOVE' : 'IDLE',
      since: unused,
      reasons: [...reasons, ...blockers],
    };
  }
  const sole = soleValueOf(asked);
  if (sole !== undefined && sole.since <= moment.changedAfter) {
    const { value, since } = sole;
    return { state: 'LAUNCHED', value, since, reasons: [{ code: 'SAME_VALUE_SINCE', at: since }] };
  }
  const isUsed = reasons.some(({ code }) => code === 'IN_USE');
  return { state: isUsed ? 'ACTIVE' : 'UNKNOWN', reasons };
}

function isNew({ createdAt, environments }: LifecycleFacts, moment: Moment): boolean {
  const isUsed = environments.some(({ lastUseAt }) => lastUseAt !== null);
  return createdAt > moment.newAfter || (!isUsed && createdAt > moment.usedAfter);
}

function reasonsOfPlans({ analysisRunning, changePending }: LifecycleFacts): LifecycleReason[] {
  return [
    ...(analysisRunning ? [{ code: 'ANALYSIS_RUNNING' } as const] : []),
    ...(changePending ? [{ code: 'CHANGE_PENDING' } as const] : []),
  ];
}

/** Where there is no production, every environment counts. */
function askedAbout(environments: readonly EnvironmentFacts[]): readonly EnvironmentFacts[] {
  const production = environments.filter((environment) => environment.production);
  return production.length > 0 ? production : environments;
}

function reasonOf(
  { id: envId, countingSince, askedAt, silentAt, silentClients, lastUseAt }: EnvironmentFacts,
  { usedAfter }: Moment,
): LifecycleReason {
  if (lastUseAt !== null && lastUseAt > usedAfter) return { code: 'IN_USE', envId, at: lastUseAt };
  if (countingSince > usedAfter) {
    return { code: 'COUNTING_SINCE', envId, at: countingSince };
  }
  if (askedAt === null || askedAt <= usedAfter) return { code: 'NO_REQUESTS', envId, at: askedAt };
  if (silentAt !== null && silentAt > usedAfter) {
    const clients = silentClients && { clients: silentClients };
    return { code: 'CANNOT_TELL', envId, at: silentAt, ...clients };
  }
  return lastUseAt === null
    ? { code: 'NEVER_USED', envId, at: countingSince }
    : { code: 'UNUSED_SINCE', envId, at: lastUseAt };
}

/** Since when no environment that programs ask has used it; undefined where that is not known of each. */
function unusedSince(reasons: readonly LifecycleReason[]): string | undefined {
  const ofAsked = reasons.filter(({ code }) => code !== 'NO_REQUESTS');
  const since = ofAsked.flatMap((reason) =>
    reason.code === 'NEVER_USED' || reason.code === 'UNUSED_SINCE' ? reason.at : [],
  );
  return since.length === ofAsked.length ? latestOf(since) : undefined;
}

function blockersOf(facts: LifecycleFacts, { scannedAfter }: Moment): LifecycleReason[] {
  const { dependents, references, repositories, oldestScanAt } = facts;
  const blockers: LifecycleReason[] = [];
  if (dependents > 0) blockers.push({ code: 'HAS_DEPENDENTS', count: dependents });
  if (references > 0) blockers.push({ code: 'HAS_REFERENCES', count: references });
  if (repositories === 0) blockers.push({ code: 'NO_REPOSITORY' });
  else if (oldestScanAt !== null && oldestScanAt <= scannedAfter) {
    blockers.push({ code: 'SCAN_TOO_OLD', at: oldestScanAt });
  }
  return blockers;
}

/** The value that everybody gets in each environment, and since when. */
function soleValueOf(environments: readonly EnvironmentFacts[]): Sole | undefined {
  const values = new Set(
    environments.map(({ outcome }) => (outcome.type === 'EVERYONE' ? outcome.value : undefined)),
  );
  const [value, ...others] = values;
  const since = latestOf(environments.flatMap(({ outcomeSince }) => outcomeSince ?? []));
  if (value === undefined || since === undefined || others.length > 0) return undefined;
  return { value, since };
}

/** Texts of one format sort as their times do. */
function latestOf(times: readonly string[]): string | undefined {
  return times.toSorted().at(-1);
}
