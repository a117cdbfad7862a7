import type { Usage } from '@comporta/contract/usage';
import { eq, inArray, or } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';
import { users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiments/experiment-usage.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';
import type { StoredToggle } from './toggle-noun.ts';

const COLUMNS = { ...entityColumns(toggles), owner: users.name };

export const MAX_TOGGLES: Limited = {
  limit: 'MAX_FEATURE_TOGGLES',
  code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
  name: 'max-toggles',
  count(sql, accountId) {
    const owned = sql
      .select({ id: applications.id })
      .from(applications)
      .where(eq(applications.accountId, accountId));
    return sql.$count(toggles, inArray(toggles.applicationId, owned));
  },
};

/** Yields the toggles in pages, in the order of their names. */
export async function* listTogglesOf(
  sql: Sql,
  applicationId: string,
): AsyncGenerator<readonly StoredToggle[]> {
  const ids = sql
    .select({ id: toggles.id })
    .from(toggles)
    .where(eq(toggles.applicationId, applicationId))
    .orderBy(byName(toggles.name));
  yield* inPages(await idsFoundBy(sql, ids), (page) =>
    sql
      .select(COLUMNS)
      .from(toggles)
      .leftJoin(users, eq(users.id, toggles.ownerId))
      .where(inArray(toggles.id, page)),
  );
}

/** The toggle's own experiments, one in each environment at most. */
export function experimentsOfToggle(sql: Sql, toggleId: string): Promise<Usage[]> {
  return sql
    .select(EXPERIMENT_USAGE)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.toggleId, toggleId))
    .orderBy(...BY_NAME);
}

/** The experiments of other toggles with a rule that asks what this one returns. */
export function experimentsDependingOn(sql: Sql, toggleId: string): Promise<Usage[]> {
  return sql
    .select(EXPERIMENT_USAGE)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(inArray(experiments.id, idsOfDependents(sql, toggleId)))
    .orderBy(...BY_NAME);
}

/** The toggle's own experiments and those that depend on it, with their rules. */
export function experimentsNaming(sql: Sql, toggleId: string) {
  return sql
    .select({ usage: EXPERIMENT_USAGE, toggleId: experiments.toggleId, rules: experiments.rules })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(
      or(
        eq(experiments.toggleId, toggleId),
        inArray(experiments.id, idsOfDependents(sql, toggleId)),
      ),
    )
    .orderBy(...BY_NAME);
}

function idsOfDependents(sql: Sql, toggleId: string) {
  return sql
    .select({ id: experimentDependencies.experimentId })
    .from(experimentDependencies)
    .where(eq(experimentDependencies.toggleId, toggleId));
}
