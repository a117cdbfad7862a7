import { and, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { segmentLevels } from '../../tables/events.ts';

interface WantedLevels {
  readonly phaseId: string;
  readonly segment: number;
  readonly most: number;
}

/** The levels of a property's values in a phase. New values get one while there are fewer than `most`. */
export function findSegmentLevels(
  sql: Sql,
  { phaseId, segment, most }: WantedLevels,
  names: readonly string[],
): Promise<Map<string, number>> {
  return sql.transaction(async (inside) => {
    // The lock serialises writers, because the next level depends on a count.
    await inside.execute(
      raw`select pg_advisory_xact_lock(hashtext('segment_levels'), hashtext(${phaseId}))`,
    );
    const known = await readLevels(inside, phaseId, segment);
    const fresh = names.filter((name) => !known.has(name)).slice(0, Math.max(0, most - known.size));
    if (fresh.length === 0) return known;
    const rows = fresh.map((name, index) => ({
      phaseId,
      segment,
      level: known.size + index,
      name,
    }));
    await inside.insert(segmentLevels).values(rows).onConflictDoNothing();
    return readLevels(inside, phaseId, segment);
  });
}

async function readLevels(
  sql: Sql,
  phaseId: string,
  segment: number,
): Promise<Map<string, number>> {
  const rows = await sql
    .select({ name: segmentLevels.name, level: segmentLevels.level })
    .from(segmentLevels)
    .where(and(eq(segmentLevels.phaseId, phaseId), eq(segmentLevels.segment, segment)));
  return new Map(rows.map(({ name, level }) => [name, level]));
}
