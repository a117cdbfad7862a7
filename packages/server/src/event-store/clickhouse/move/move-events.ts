import { setTimeout as pause } from 'node:timers/promises';
import { Rejection } from '../../../platform/base/rejection.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { readEventPlace } from '../../event-place-repository.ts';
import { countTouched } from '../../postgres/count-touched.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { isSameInBoth } from './compare.ts';
import {
  countPropertiesNow,
  endMove,
  firstDay,
  keepPosition,
  readEvents,
  readExposures,
  takePosition,
} from './move-repository.ts';

/** A ClickHouse that is away or busy for longer ends the command, which may then be repeated. */
const TRIES = 60;
const TRY_AGAIN_MS = 1_000;
/** Of the largest insert, on a busy server. */
const INSERT_SECONDS = 60;

/** What one step did: rows of a day or, without a day, exposures. */
export interface Step {
  readonly day: string | null;
  readonly rows: number;
  /** Whether the day is done: both stores have the same. Undefined while there may be more rows. */
  readonly isSame?: boolean;
}

interface Moving {
  /** A connection without time limits: a day is summed up in one query. */
  readonly sql: Sql;
  readonly clickhouse: ClickHouse;
  /** Events from before this time are no longer kept. */
  readonly rawSince: Date;
  readonly onStep: (step: Step) => void;
  readonly rowsAtOnce?: number;
}

/**
 * Goes on with a move that has begun until it is done; stops, and answers false, where the stores differ. Each step is a transaction that
 * ends with the position after it: one that is repeated stores the same rows again, which count once. Source: SCL-48.
 */
export async function moveEvents(moving: Moving): Promise<boolean> {
  await countWhatIsHere(moving);
  for (let failures = 0; ; ) {
    try {
      const step = await moveSome(moving);
      if (step === undefined) return true;
      moving.onStep(step);
      if (step.isSame === false) return false;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!(error instanceof Rejection) || failures > TRIES) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

/** So that ClickHouse only needs to count what arrives from now on, and days that may still change. */
async function countWhatIsHere({ sql, rawSince }: Moving): Promise<void> {
  await countPropertiesNow(sql);
  // False while a node ends a count that it began before.
  while (!(await countTouched(sql, { rawSince, place: 'MOVING' }))) {
    if ((await readEventPlace(sql)) !== 'MOVING') return;
    await pause(TRY_AGAIN_MS);
  }
}

function moveSome({ sql, clickhouse, rowsAtOnce }: Moving): Promise<Step | undefined> {
  return sql.transaction(async (inside) => {
    const position = await takePosition(inside);
    if (position === undefined) return undefined;
    const { day, after, daysDone } = position;
    const from = { after, rowsAtOnce };
    const rows = await (day === null ? readExposures(inside, from) : readEvents(inside, day, from));
    const last = rows.at(-1);
    if (last !== undefined) {
      await clickhouse.insert(
        day === null ? 'comporta_exposures' : 'comporta_events',
        rows.map(({ values }) => values),
        { mostSeconds: INSERT_SECONDS },
      );
      await keepPosition(inside, { ...position, after: last.key });
      return { day, rows: rows.length };
    }
    const isSame = await isSameInBoth(inside, clickhouse, day);
    // Whoever repairs what differs repeats the command, which then moves it again.
    if (!isSame) await keepPosition(inside, { ...position, after: null });
    else if (day === null) await endMove(inside);
    else {
      const next = await firstDay(inside, day);
      await keepPosition(inside, { ...position, daysDone: daysDone + 1, day: next, after: null });
    }
    return { day, rows: 0, isSame };
  });
}
