import type { Results } from '@comporta/contract/analyses/results';
import { asc, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { dailyResults } from '../../tables/analyses.ts';

type ShownDay = Results['days'][number];
type ShownMetric = ShownDay['metrics'][number];

/** A day as it is stored. What is optional is only in the file; a release before 0.3.0 did not store it. */
export interface DayResult extends Omit<ShownDay, 'metrics'> {
  readonly metrics: (Omit<ShownMetric, 'comparisons'> & {
    readonly values?: readonly DayValue[];
    readonly comparisons: (ShownMetric['comparisons'][number] & {
      readonly standardError?: number;
    })[];
  })[];
}

interface DayValue {
  readonly value: string;
  readonly users: number;
  readonly level?: number | undefined;
}

export async function readDays(sql: Sql, phaseId: string): Promise<DayResult[]> {
  const rows = await sql
    .select({ day: dailyResults.day, verdict: dailyResults.verdict, metrics: dailyResults.metrics })
    .from(dailyResults)
    .where(eq(dailyResults.phaseId, phaseId))
    .orderBy(asc(dailyResults.day));
  return rows.map(({ metrics, ...row }) => ({
    ...row,
    metrics: metrics as DayResult['metrics'], // `writeDay` wrote them.
  }));
}

/** Writes or replaces the result of a day; other days stay as they are. Source: RES-41. */
export async function writeDay(
  sql: Sql,
  phaseId: string,
  { day, verdict, metrics }: DayResult,
): Promise<void> {
  await sql
    .insert(dailyResults)
    .values({ phaseId, day, verdict, metrics })
    .onConflictDoUpdate({
      target: [dailyResults.phaseId, dailyResults.day],
      set: { verdict: raw`excluded.verdict`, metrics: raw`excluded.metrics` },
    });
}
