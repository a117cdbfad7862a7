import type { Log } from '../../platform/base/log.ts';
import type { Sql } from '../../platform/database/database.ts';
import { forEachOne } from '../../platform/database/each-one.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { OtherStore } from '../other-store.ts';
import { touchUnits } from './append-repository.ts';
import { countTouched } from './count-touched.ts';
import type { TouchedUnit } from './roll-up.ts';
import { sweepEventKeys } from './sweep-event-keys.ts';
import { dropOldDays, makeNextDays, sweepGone, sweepOldWrong } from './sweep-repository.ts';

/** Source: RES-42. */
const COUNT_INTERVAL_MS = 15_000;
/** Events after such a pause are counted at once: a user may be watching the results. */
const QUIET_MS = 2_000;
const LEFT_OUT_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface Counting {
  /** Notifies that something was stored that is to be counted. */
  stored(): void;
  close(): Promise<void>;
}

interface CountingDependencies {
  readonly sql: Sql;
  readonly log: Log;
  /** How long raw events are kept. */
  readonly keptDays: number;
  /** Where raw events are or will be, if it is not the service's own database. */
  readonly other?: Pick<OtherStore, 'isInUse' | 'count' | 'sweep'> | undefined;
  /** Runs before phases are counted, to follow what another release has saved. */
  readonly beforeCount: () => Promise<void>;
  /** Runs after the count, to keep the results that follow from changed figures. */
  readonly afterCount: () => Promise<void>;
}

/** Counts what was stored, periodically; only one of several nodes does it at a time. */
export function keepCounting(dependencies: CountingDependencies): Counting {
  const { sql, log, keptDays, other, beforeCount, afterCount } = dependencies;
  let endedAtMs = performance.now();
  let tookMs = 0;
  let isHurried = false;

  const leftOut = new Map<string, TouchedUnit>();
  let leftOutSinceMs = performance.now();

  /** Retries the units that were left out every hour: the database may be less busy than before. */
  async function tryLeftOut(): Promise<void> {
    if (leftOut.size > 0 && performance.now() - leftOutSinceMs > LEFT_OUT_MS) {
      await touchUnits(sql, [...leftOut.values()]);
      leftOut.clear();
    }
    if (leftOut.size === 0) leftOutSinceMs = performance.now();
  }

  async function count(): Promise<void> {
    isHurried = false;
    // Such a count may take minutes, of a server that others use, too. Source: SCL-44.
    const there = (await other?.isInUse()) === true ? other : undefined;
    if (there !== undefined && performance.now() - endedAtMs < tookMs) return;
    const startedAtMs = performance.now();
    const rawSince = new Date(Date.now() - keptDays * DAY_MS);
    // A failure with the phases of one application must not keep the others from being counted.
    await forEachOne([beforeCount, tryLeftOut, countAndKeep], (work) => work());
    endedAtMs = performance.now();
    tookMs = endedAtMs - startedAtMs;

    async function countAndKeep(): Promise<void> {
      if (there !== undefined) {
        if (await there.count(rawSince)) await afterCount();
        return;
      }
      const known = leftOut.size;
      const isAlone = await countTouched(sql, { rawSince, leftOut });
      if (leftOut.size > known) {
        log.warn(
          { users: leftOut.size },
          'some users have too many events to be counted in time; they are left out',
        );
      }
      // If another node took over, it also looks at what was counted here.
      if (isAlone) await afterCount();
    }
  }

  let keptOn = '';
  /** Counters from before it were looked at by an earlier sweep of this process. */
  let oldWrongSince = new Date(0);

  /** Once a day: makes partitions a week ahead, sweeps rows of deleted parents and drops days that are no longer kept. */
  async function keepDays(): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    if (keptOn === today) return;
    await makeNextDays(sql);
    await sweepEventKeys(sql);
    const isSwept = (await sweepGone(sql)) && (await other?.sweep()) !== false;
    oldWrongSince = await sweepOldWrong(sql, oldWrongSince);
    await dropOldDays(sql, keptDays);
    if (isSwept) keptOn = today;
  }

  const work = doPeriodically(COUNT_INTERVAL_MS, count, log);
  // A separate timer: counting goes on however long this takes, and when it fails.
  const keeping = doPeriodically(COUNT_INTERVAL_MS, keepDays, log);
  return {
    stored() {
      const quietMs = performance.now() - endedAtMs;
      if (isHurried || quietMs < QUIET_MS + 4 * tookMs) return;
      isHurried = true;
      work.runNow();
    },
    async close() {
      await Promise.all([work.close(), keeping.close()]);
    },
  };
}
