import type { Sql } from '../../platform/database/database.ts';
import { readCountedPhases } from '../counted-phase-repository.ts';
import { holdCounting } from '../counting-lock.ts';
import { deleteRowsOf } from '../postgres/erase-repository.ts';
import { type ClickHouse, COUNT_SECONDS } from './clickhouse.ts';
import { countMoments, countUnits, dayOfUnit } from './count-phase.ts';
import { botsOf } from './counting-queries.ts';
import { noteEnvironments } from './touched-environments-repository.ts';

const DAY_MS = 24 * 60 * 60_000;

interface Erasing {
  readonly clickhouse: ClickHouse;
  /** Events from before this time are no longer kept. */
  readonly rawSince: Date;
}

/**
 * Deletes what is known about a unit in an environment, and counts the days anew whose events are still kept: the sums
 * of others stay, because nobody can take one user out of them. Erasing again after a failure finds no more to delete.
 * Source: SCL-47.
 */
export async function eraseUnit(
  { sql, clickhouse, rawSince }: Erasing & { readonly sql: Sql },
  environmentId: string,
  unit: string,
): Promise<number> {
  // Otherwise a count that is running could write figures of the unit after their deletion.
  await holdCounting(sql, 'CLICKHOUSE');
  const phases = await readCountedPhases(sql, [environmentId], 'ALL');
  const touched = [];
  for (const phase of phases) {
    const days = await dayOfUnit(clickhouse, phase.id, unit);
    if (days !== undefined) touched.push({ phase, days });
  }
  const phaseIds = phases.map(({ id }) => id);
  const of = { environment: environmentId, unit, phases: phaseIds };
  const ofEvents = 'environment_id = {environment:UUID} and unit = {unit:UUID}';
  const ofExposures = 'phase_id in {phases:Array(UUID)} and unit = {unit:UUID}';
  const [found] = await clickhouse.read<{ records: number }>(
    `select (select count() from comporta_events final where ${ofEvents})
      + (select count() from comporta_exposures final where ${ofExposures}) as records`,
    of,
    { mostSeconds: COUNT_SECONDS },
  );
  const records = found?.records ?? 0;
  const longest = { mostSeconds: COUNT_SECONDS };
  await clickhouse.run(`delete from comporta_events where ${ofEvents}`, of, longest);
  await clickhouse.run(`delete from comporta_exposures where ${ofExposures}`, of, longest);
  // What was moved stays there until its day goes.
  await deleteRowsOf(sql, environmentId, unit);
  const { text, parameters } = botsOf(environmentId);
  const [bots] = await clickhouse.read<{ has_bots: number }>(text, parameters, longest);
  const firstKept = new Date(rawSince.getTime() + DAY_MS).toISOString().slice(0, 10);
  // Perhaps an earlier attempt deleted it and failed before its figures were counted anew.
  if (touched.length === 0 && phases.length > 0) {
    const notes = [false, true].map((ofProperty) => ({
      environmentId,
      ofProperty,
      since: rawSince,
    }));
    await noteEnvironments(sql, notes);
  }
  for (const { phase, days } of touched) {
    if (days.from < firstKept) continue;
    const counted = { phase, days, hasBots: Boolean(bots?.has_bots) };
    await countUnits({ sql, clickhouse }, counted);
    for (const metric of phase.metrics) await countMoments({ sql, clickhouse }, counted, metric);
  }
  return records;
}
