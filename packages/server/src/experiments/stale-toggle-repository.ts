import type { Outcome } from '@comporta/contract/experiments/outcome';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  lt,
  not,
  notExists,
  notInArray,
  or,
  sql as raw,
} from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { IS_CURRENT, OUTCOME_COLUMNS } from '../tables/experiments/outcome-columns.ts';
import { experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';

/** A toggle with the experiments that decide it. */
export interface UnchangedToggle {
  readonly id: string;
  readonly defaultValue: string;
  readonly experiments: readonly {
    readonly status: ExperimentStatus;
    readonly outcome: { readonly outcome: Outcome } | null;
    readonly rules: readonly StoredRule[] | null;
  }[];
}

/** Yields, in pages, the unarchived toggles for which nothing was saved since, in any environment. */
export async function* readUnchangedToggles(
  sql: Sql,
  applicationId: string,
  since: Date,
): AsyncGenerator<readonly UnchangedToggle[]> {
  const ids = sql
    .select({ id: toggles.id })
    .from(toggles)
    .where(
      and(
        eq(toggles.applicationId, applicationId),
        not(toggles.archived),
        lt(toggles.savedAt, since),
        notExists(livelyExperiments(sql, applicationId, since)),
        notInArray(toggles.name, deletedSince(sql, applicationId, since)),
      ),
    )
    .orderBy(asc(toggles.id));
  yield* inPages(await idsFoundBy(sql, ids), async (page) => {
    const found = await sql
      .select({ id: toggles.id, defaultValue: toggles.defaultValue })
      .from(toggles)
      .where(inArray(toggles.id, page));
    const rows = await sql
      .select({ toggleId: experiments.toggleId, status: experiments.status, ...OUTCOME_COLUMNS })
      .from(experiments)
      .where(
        and(eq(experiments.applicationId, applicationId), inArray(experiments.toggleId, page)),
      );
    const ofToggle = Map.groupBy(rows, ({ toggleId }) => toggleId);
    return found.map((toggle) => ({ ...toggle, experiments: ofToggle.get(toggle.id) ?? [] }));
  });
}

const decidesByWhoAsks = and(
  eq(experiments.status, 'ACTIVE'),
  IS_CURRENT,
  raw`${experiments.outcome} -> 'outcome' ->> 'type' <> 'EVERYONE'`,
);

/** Experiments of the toggle that were saved since, or whose stored outcome is not one value for everyone. */
function livelyExperiments(sql: Sql, applicationId: string, since: Date) {
  return sql
    .select({ id: experiments.id })
    .from(experiments)
    .where(
      and(
        eq(experiments.applicationId, applicationId),
        eq(experiments.toggleId, toggles.id),
        or(gte(experiments.savedAt, since), decidesByWhoAsks),
      ),
    );
}

/** A deleted experiment leaves only its audit entry, which has the name of its toggle. */
function deletedSince(sql: Sql, applicationId: string, since: Date) {
  return sql
    .select({ name: auditEntries.entityName })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.applicationId, applicationId),
        eq(auditEntries.action, 'DELETED'),
        eq(auditEntries.entityType, 'experiment'),
        gte(auditEntries.at, since),
      ),
    );
}

export async function countEnvironments(sql: Sql, applicationId: string): Promise<number> {
  const [row] = await sql
    .select({ count: count() })
    .from(environments)
    .where(eq(environments.applicationId, applicationId));
  return row?.count ?? 0;
}
