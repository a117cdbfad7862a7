import { and, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { segmentLevels } from '../../tables/events.ts';
import { NAMED_LEVELS } from '../event-store.ts';

/** The levels of a property's values in a phase. New values get one while there are fewer than `NAMED_LEVELS`. */
export function findSegmentLevels(
  sql: Sql,
  { phaseId, segment }: { readonly phaseId: string; readonly segment: number },
  names: readonly string[],
): Promise<Map<string, number>> {
  return sql.transaction(async (inside) => {
    // The lock serialises writers, because the next level depends on a count.
    await inside.execute(
      raw`select pg_advisory_xact_lock(hashtext('segment_levels'), hashtext(${phaseId}))`,
    );
    const known = await readLevels(inside, phaseId, segment);
    const fresh = names.filter((name) => !known.has(name)).slice(0, NAMED_LEVELS - known.size);
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
