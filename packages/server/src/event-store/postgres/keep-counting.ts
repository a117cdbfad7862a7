import type { Log } from '../../platform/base/log.ts';
import type { Sql } from '../../platform/database/database.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { countTouched } from './count-touched.ts';
import { sweepEvents } from './sweep-repository.ts';

/** Source: RES-42. */
const COUNT_INTERVAL_MS = 15_000;
/** What comes after a while of silence is counted sooner than that: somebody may be watching. */
const QUIET_MS = 2_000;
const DAY_MS = 24 * 60 * 60_000;

export interface Counting {
  /** Something was stored that is to be counted. */
  stored(): void;
  close(): Promise<void>;
}

interface CountingDependencies {
  readonly sql: Sql;
  readonly log: Log;
  /** How long raw events are kept. */
  readonly keptDays: number;
  /** Runs before phases are counted: what another release has saved is followed. */
  readonly beforeCount: () => Promise<void>;
  /** Runs after it: what follows from figures that are others now is kept. */
  readonly afterCount: () => Promise<void>;
}

/** Counts what was stored, again and again; of several nodes one does it. */
export function keepCounting(dependencies: CountingDependencies): Counting {
  const { sql, log, keptDays, beforeCount, afterCount } = dependencies;
  let endedAtMs = performance.now();
  let tookMs = 0;
  let isHurried = false;

  async function count(): Promise<void> {
    isHurried = false;
    await keepDays();
    const startedAtMs = performance.now();
    await beforeCount();
    const isAlone = await countTouched(sql, { rawSince: new Date(Date.now() - keptDays * DAY_MS) });
    // Where another node goes on, it looks at what was counted here, too.
    if (isAlone) await afterCount();
    endedAtMs = performance.now();
    tookMs = endedAtMs - startedAtMs;
  }

  let daysKeptOn = '';

  /** Once a day: partitions are made a week ahead, and those go that are no longer kept. */
  async function keepDays(): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    if (daysKeptOn === today) return;
    await sweepEvents(sql, keptDays);
    daysKeptOn = today;
  }

  const work = doPeriodically(COUNT_INTERVAL_MS, count, log);
  return {
    stored() {
      const quietMs = performance.now() - endedAtMs;
      if (isHurried || quietMs < QUIET_MS + 4 * tookMs) return;
      isHurried = true;
      work.runNow();
    },
    close: () => work.close(),
  };
}
