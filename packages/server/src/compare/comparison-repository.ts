import { type Comparison, compareExperiments } from '@comporta/contract/compare/comparison';
import { and, eq, inArray, not } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { byName } from '../tables/by-name.ts';
import { experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';

interface Environments {
  readonly applicationId: string;
  readonly from: string;
  readonly to: string;
}

const COLUMNS = {
  id: experiments.id,
  environmentId: experiments.environmentId,
  toggleId: experiments.toggleId,
  status: experiments.status,
  salt: experiments.salt,
  buckets: experiments.buckets,
  rules: experiments.rules,
};

/** Yields, in pages, what the toggles do in two environments. Archived toggles have no experiments. */
export async function* compareToggles(
  sql: Sql,
  { applicationId, from, to }: Environments,
): AsyncGenerator<readonly Comparison[]> {
  const ids = sql
    .select({ id: toggles.id })
    .from(toggles)
    .where(and(eq(toggles.applicationId, applicationId), not(toggles.archived)))
    .orderBy(byName(toggles.name));
  yield* inPages(await idsFoundBy(sql, ids), async (page) => {
    const named = await sql
      .select({ id: toggles.id, name: toggles.name })
      .from(toggles)
      .where(inArray(toggles.id, page));
    const rows = await sql
      .select(COLUMNS)
      .from(experiments)
      .where(
        and(inArray(experiments.environmentId, [from, to]), inArray(experiments.toggleId, page)),
      );
    const ofToggle = Map.groupBy(rows, ({ toggleId }) => toggleId);
    return named.map(({ id, name }) => {
      const there = (environmentId: string) =>
        ofToggle.get(id)?.find((row) => row.environmentId === environmentId);
      const compared = compareExperiments(there(from), there(to));
      return { id, toggleId: id, toggleName: name, ...compared };
    });
  });
}
