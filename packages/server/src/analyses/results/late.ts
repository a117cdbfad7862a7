import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const LATE_MS = 5 * MINUTE_MS;
/** Such units are counted every five minutes (RUL-34). */
const LATE_OF_PROPERTY_MS = 10 * MINUTE_MS;
/** A phase is counted for so long after its end; events are accepted for seven days. */
const COUNTED_AFTER_END_MS = 8 * 24 * 60 * MINUTE_MS;
const MOST_RUNS = 3;

/**
 * The age, in milliseconds, from which on the last count of a phase is late: the one definition for the banner of RES-80
 * and for whoever waits for figures. Three counts that take long are as long as it takes until the next figures: the count, a pause of
 * the same length, and the next count. Source: RES-123, SCL-44.
 */
export function lateAfterMs({
  byPropertyId,
  countSeconds,
}: Pick<StoredPhase, 'byPropertyId' | 'countSeconds'>): number {
  return Math.max(
    byPropertyId === null ? LATE_MS : LATE_OF_PROPERTY_MS,
    MOST_RUNS * (countSeconds ?? 0) * SECOND_MS,
  );
}

/** Whether the last count of a phase that is still counted is late; false before the first count. Source: RES-123. */
export function isLate(
  { state }: Pick<StoredAnalysis, 'state'>,
  phase: Pick<StoredPhase, 'byPropertyId' | 'countSeconds' | 'countedAt' | 'endedAt'>,
  now: Date,
): boolean {
  const { countedAt, endedAt } = phase;
  if (countedAt === null || state === 'STOPPED') return false;
  if (endedAt !== null && now.getTime() - endedAt.getTime() > COUNTED_AFTER_END_MS) return false;
  return now.getTime() - countedAt.getTime() > lateAfterMs(phase);
}
