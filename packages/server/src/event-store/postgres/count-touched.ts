import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../platform/database/database.ts';
import { isCancelled } from '../../platform/database/database-errors.ts';
import type { EventPlace } from '../event-place-repository.ts';
import { rollUp, type Taken, type TouchedUnit, UNITS_AT_ONCE } from './roll-up.ts';

/** After a timeout, batches are so many times smaller, until together they counted as many units as timed out. */
const FEWER = 10;
/** If more units than this time out, something else is wrong. */
const MOST_LEFT_OUT = 100;
/** Days are counted at least once in so many batches, however many units wait: about every half minute. */
const MOST_BATCHES_BETWEEN = 32;

export interface CountClock {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

const CLOCK: CountClock = { now: () => performance.now(), pause };

interface Touched {
  /** Events from before this time are no longer kept. */
  readonly rawSince: Date;
  readonly unitsAtOnce?: number;
  /** As in `rollUp`. */
  readonly place?: EventPlace;
  /** Units that each exceed the statement timeout alone; further ones are added to the map. */
  readonly leftOut?: Map<string, TouchedUnit>;
}

/**
 * Counts the touched units, batch by batch, on one connection that it uses for half of the time; false as soon as another
 * node counts. To count a day, all its users are read: with each batch, a million users would be read a hundred times.
 * So days are counted after batch 1, then at doubling intervals, and when no more units wait: for a million users, that
 * reads three times as much as counting once. A unit with more events than can be read in time, such as one id shared
 * by all users who are not logged in, does not keep others from being counted. Source: RES-42.
 */
export async function countTouched(
  sql: Sql,
  { rawSince, unitsAtOnce = UNITS_AT_ONCE, place, leftOut = new Map() }: Touched,
  { now, pause: wait }: CountClock = CLOCK,
): Promise<boolean> {
  let countsDaysAt = 1;
  let atOnce = unitsAtOnce;
  let untilMore = 0;
  for (let batch = 1; ; batch += 1) {
    const sinceMs = now();
    const mayLeaveDays = batch < countsDaysAt && atOnce === unitsAtOnce;
    let taken: ReadonlyMap<string, Taken> = new Map();
    const onTaken = (units: typeof taken) => {
      taken = units;
    };
    try {
      const extent = { unitsAtOnce: atOnce, mayLeaveDays, leftOut, place, onTaken };
      const rolledUp = await rollUp(sql, rawSince, extent);
      if (rolledUp?.isMore !== true) return rolledUp !== undefined;
      if (!mayLeaveDays) countsDaysAt = batch + Math.min(batch, MOST_BATCHES_BETWEEN);
      untilMore -= 1;
      if (untilMore <= 0) {
        atOnce = Math.min(unitsAtOnce, FEWER * atOnce);
        untilMore = FEWER;
      }
    } catch (error) {
      if (!isCancelled(error)) throw error;
      if (atOnce === 1) {
        const alone = onlyUnit(taken);
        if (alone === undefined || leftOut.size === MOST_LEFT_OUT) throw error;
        leftOut.set(alone.unit, alone);
      }
      atOnce = Math.max(1, Math.floor(atOnce / FEWER));
      untilMore = FEWER;
    }
    // Leaves the connection to others for as long as this batch used it.
    await wait(now() - sinceMs);
  }
}

/** The only unit of a batch that held one. */
function onlyUnit(taken: ReadonlyMap<string, Taken>): TouchedUnit | undefined {
  const [first] = taken;
  return first && { environmentId: first[0], unit: first[1].units.slice(1, -1) };
}
