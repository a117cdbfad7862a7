import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../platform/database/database.ts';
import { isCancelled } from '../../platform/database/database-errors.ts';
import { rollUp, type Taken, type TouchedUnit, UNITS_AT_ONCE } from './roll-up.ts';

/** What took too long is tried again with so many times fewer units, until as many are counted as were too many. */
const FEWER = 10;
/** Of more units something else is wrong. */
const MOST_LEFT_OUT = 100;
/** Until then days are counted at least so often, however many units wait: half a minute or so. */
const MOST_BATCHES_BETWEEN = 32;

export interface CountClock {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

const CLOCK: CountClock = { now: () => performance.now(), pause };

interface Touched {
  /** Older events are no longer kept. */
  readonly rawSince: Date;
  readonly unitsAtOnce?: number;
  /** Units of which each alone takes longer than a statement may: what is found is added. */
  readonly leftOut?: Map<string, TouchedUnit>;
}

/**
 * Counts what was touched, batch by batch, on one connection that it uses for half of the time; false as soon as another
 * node counts. A day is read whole to be counted: with each batch, that would be a million users a hundred times. So days
 * are counted after the first batch, and after twice as many each time, and when no more units wait: a million users in
 * all read three times as often as if they were counted once. A unit with more events than can be read in time, such as
 * one id that everybody has who is not logged in, keeps no others from being counted. Source: RES-42.
 */
export async function countTouched(
  sql: Sql,
  { rawSince, unitsAtOnce = UNITS_AT_ONCE, leftOut = new Map() }: Touched,
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
      const extent = { unitsAtOnce: atOnce, mayLeaveDays, leftOut, onTaken };
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
    // Others use the connection for as long as this did.
    await wait(now() - sinceMs);
  }
}

/** Of what was taken as one. */
function onlyUnit(taken: ReadonlyMap<string, Taken>): TouchedUnit | undefined {
  const [first] = taken;
  return first && { environmentId: first[0], unit: first[1].units.slice(1, -1) };
}
