import type { Sql } from '../../platform/database/database.ts';
import { forEachOne } from '../../platform/database/each-one.ts';
import { markClosedDays } from '../closed-days-repository.ts';
import {
  type CountedPhase,
  markCounted,
  markRecounted,
  readCountedPhases,
} from '../counted-phase-repository.ts';
import { isAloneToCount } from '../counting-lock.ts';
import { type ClickHouse, COUNT_SECONDS } from './clickhouse.ts';
import { countMoments, countUnits } from './count-phase.ts';
import { firstUncounted } from './counted-days-repository.ts';
import { botsOf } from './counting-queries.ts';
import { keptAwake } from './kept-awake.ts';
import { forgetNoted, type Noted, readNoted } from './touched-environments-repository.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The last that the type Date of ClickHouse has is in June 2149. */
const LAST_DAY = '2149-01-01';

interface CountingFrom {
  readonly sql: Sql;
  readonly clickhouse: ClickHouse;
  /** Events from before this time are no longer kept. */
  readonly rawSince: Date;
  readonly unitsASlice?: number;
}

/**
 * Counts the noted environments one after the other; false as soon as another node counts. Source: SCL-43, FAIR-18.
 */
export async function countNoted(from: CountingFrom): Promise<boolean> {
  const { sql } = from;
  const begunMs = performance.now();
  const { at, noted } = await readNoted(sql);
  let isAlone = true;
  await forEachOne(noted, async (one) => {
    if (!isAlone) return;
    isAlone = await countEnvironment(from, one);
    if (isAlone) await forgetNoted(sql, one, at);
  });
  if (!isAlone) return false;
  return sql.transaction(async (inside) => {
    if (!(await isAloneToCount(inside, 'CLICKHOUSE'))) return false;
    await markClosedDays(inside, at);
    await markCounted(inside, at, performance.now() - begunMs);
    return true;
  });
}

async function countEnvironment(from: CountingFrom, noted: Noted): Promise<boolean> {
  const { sql, clickhouse } = from;
  const { environmentId, ofProperty } = noted;
  const phases = (await readCountedPhases(sql, [environmentId])).filter(
    ({ byPropertyId }) => ofProperty === (byPropertyId !== null),
  );
  if (phases.length === 0) return true;
  const { text, parameters } = botsOf(environmentId);
  const [bots] = ofProperty
    ? []
    : await clickhouse.read<{ has_bots: number }>(text, parameters, { mostSeconds: COUNT_SECONDS });
  for (const phase of phases) {
    if (!(await countPhase(from, { phase, noted, hasBots: Boolean(bots?.has_bots) }))) return false;
  }
  return true;
}

interface PhaseToCount {
  readonly phase: CountedPhase;
  readonly noted: Noted;
  readonly hasBots: boolean;
}

/**
 * Counts the days of a phase that may have changed: an event counts for users who were exposed up to a window before it.
 * Each metric has a transaction of its own, which holds the lock of counting, so that nobody is erased meanwhile. Days
 * whose events are no longer kept stay as they are.
 */
async function countPhase(from: CountingFrom, { phase, noted, hasBots }: PhaseToCount) {
  const { sql, clickhouse, rawSince, unitsASlice } = from;
  const firstKept = dayOf(rawSince.getTime() + DAY_MS);
  const rangeFrom = (day: string) => ({ from: day < firstKept ? firstKept : day, to: LAST_DAY });
  const windowMs =
    Math.max(0, ...phase.metrics.map(({ definition }) => definition.windowHours)) * HOUR_MS;
  const changedFrom = dayOf(noted.since.getTime() - windowMs);
  const alone = (work: (inside: Sql) => Promise<void>) =>
    sql.transaction(async (inside) => {
      if (!(await isAloneToCount(inside, 'CLICKHOUSE'))) return false;
      await keptAwake(inside, () => work(inside));
      return true;
    });
  const counted = { phase, hasBots };
  const isAlone = await alone((inside) =>
    countUnits(
      { sql: inside, clickhouse, ...(unitsASlice && { unitsASlice }) },
      { ...counted, days: rangeFrom(changedFrom) },
    ),
  );
  if (!isAlone) return false;
  for (const metric of phase.metrics) {
    const isStillAlone = await alone(async (inside) => {
      const added =
        (await firstUncounted(inside, { phaseId: phase.id, metricNo: metric.no }, firstKept)) ??
        changedFrom;
      const days = rangeFrom(added < changedFrom ? added : changedFrom);
      await countMoments(
        { sql: inside, clickhouse, ...(unitsASlice && { unitsASlice }) },
        { ...counted, days },
        metric,
      );
    });
    if (!isStillAlone) return false;
  }
  return alone((inside) => markRecounted(inside, [phase.id]));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
