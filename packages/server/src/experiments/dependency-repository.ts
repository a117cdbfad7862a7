import type { Dependencies } from '@comporta/engine/dependency-cycles';
import { and, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';

/** Which toggle depends on which, in one environment. Paused experiments count: they can be restarted. */
export async function readDependencies(sql: Sql, environmentId: string): Promise<Dependencies> {
  const rows = await sql
    .select({ from: experiments.toggleId, to: experimentDependencies.toggleId })
    .from(experimentDependencies)
    .innerJoin(experiments, eq(experiments.id, experimentDependencies.experimentId))
    .where(eq(experiments.environmentId, environmentId));
  const dependencies = new Map<string, Set<string>>();
  for (const { from, to } of rows) {
    dependencies.set(from, (dependencies.get(from) ?? new Set()).add(to));
  }
  return dependencies;
}

/** The ids of those toggles whose experiment in this environment is paused. */
export async function pausedAmong(
  sql: Sql,
  environmentId: string,
  toggleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql
    .select({ toggleId: experiments.toggleId })
    .from(experiments)
    .where(
      and(
        eq(experiments.environmentId, environmentId),
        eq(experiments.status, 'PAUSED'),
        inArray(experiments.toggleId, [...toggleIds]),
      ),
    );
  return new Set(rows.map((row) => row.toggleId));
}
