import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { NewExposure } from '../event-store.ts';
import { arrayText } from './array-text.ts';

/**
 * The exposures as they are stored here, if they are: of a unit that comes again, only the time may change. A store that keeps
 * any of several would otherwise have to choose between them when the stored one is moved to it.
 */
export async function asStored(
  sql: Sql,
  exposures: readonly NewExposure[],
): Promise<readonly NewExposure[]> {
  if (exposures.length === 0) return exposures;
  const { rows } = await sql.execute<{
    phase_id: string;
    unit: string;
    bucket: number;
    value_ix: number;
    carried: boolean;
    segments: number[] | null;
  }>(raw`
    select phase_id, unit, bucket, value_ix, carried, segments
    from exposures join unnest(
      ${arrayText(exposures.map(({ phaseId }) => phaseId))}::uuid[],
      ${arrayText(exposures.map(({ unit }) => unit))}::uuid[]
    ) as asked (phase_id, unit) using (phase_id, unit)`);
  const stored = new Map(
    rows.map(({ phase_id, unit, bucket, value_ix: valueIx, carried, segments }) => [
      `${phase_id} ${unit}`,
      { bucket, valueIx, carried, segments },
    ]),
  );
  return exposures.map((one) => ({ ...one, ...stored.get(`${one.phaseId} ${one.unit}`) }));
}
