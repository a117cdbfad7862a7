import { isProduction } from '@comporta/contract/applications/production';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import type { OverviewQuery, OverviewRow } from '@comporta/contract/experiments/overview-api';
import { and, count, desc, eq, exists, inArray, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import { lastChangedOf } from '../../platform/base/versions.ts';
import { openedApplications } from '../../platform/callers/access.ts';
import type { Actor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { containsAll, folded, foldedParts } from '../../platform/database/folded.ts';
import { analyses } from '../../tables/analyses.ts';
import { applications, environments } from '../../tables/applications.ts';
import { OUTCOME_COLUMNS } from '../../tables/experiments/outcome-columns.ts';
import { experiments } from '../../tables/experiments.ts';
import { toggles } from '../../tables/toggles.ts';

/** The ids of the production-like environments of the applications that the actor may open. */
export async function openedProduction(sql: Sql, actor: Actor): Promise<readonly string[]> {
  const rows = await sql
    .select({
      id: environments.id,
      name: environments.name,
      production: environments.production,
    })
    .from(environments)
    .where(inArray(environments.applicationId, openedApplications(sql, actor)));
  return rows.filter(isProduction).map(({ id }) => id);
}

interface Asked extends Pick<OverviewQuery, 'appId' | 'status' | 'by' | 'measured' | 'q'> {
  readonly environmentIds: readonly string[];
}

/** Whether the analysis has started and is not stopped. */
const IS_MEASURING = inArray(analyses.state, ['RUNNING', 'CLOSING']);

const NAMES = raw`(${toggles.name} || ' ' || ${applications.name} || ' ' || ${environments.name})`;

function matches(sql: Sql, { environmentIds, appId, status, by, measured, q = '' }: Asked) {
  const words = foldedParts(q);
  const measuring = sql
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(eq(analyses.experimentId, experiments.id), IS_MEASURING));
  return and(
    raw`${experiments.environmentId} = any(${raw.param(environmentIds)}::uuid[])`,
    appId === undefined ? undefined : isOrNone(experiments.applicationId, appId),
    status && eq(experiments.status, status),
    by === undefined ? undefined : isOrNone(experiments.savedById, by),
    measured && exists(measuring),
    words.length === 0 ? undefined : containsAll(folded(NAMES), words),
  );
}

function isOrNone(
  column: typeof experiments.applicationId | typeof experiments.savedById,
  id: string,
): SQL {
  return isId(id) ? eq(column, id) : raw`false`;
}

export async function countOverview(sql: Sql, asked: Asked): Promise<number> {
  const [row] = await sql
    .select({ count: count() })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .innerJoin(environments, eq(environments.id, experiments.environmentId))
    .innerJoin(applications, eq(applications.id, experiments.applicationId))
    .where(matches(sql, asked));
  return row?.count ?? 0;
}

/** The last changed first. */
export async function listOverview(
  sql: Sql,
  asked: Asked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OverviewRow[]> {
  const rows = await sql
    .select({
      id: experiments.id,
      appId: experiments.applicationId,
      appName: applications.name,
      envId: experiments.environmentId,
      envName: environments.name,
      toggleId: experiments.toggleId,
      toggleName: toggles.name,
      toggle: {
        values: toggles.values,
        defaultValue: toggles.defaultValue,
        valueType: toggles.valueType,
      },
      status: experiments.status,
      ...OUTCOME_COLUMNS,
      savedBy: experiments.savedBy,
      savedById: experiments.savedById,
      savedAt: experiments.savedAt,
    })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .innerJoin(environments, eq(environments.id, experiments.environmentId))
    .innerJoin(applications, eq(applications.id, experiments.applicationId))
    .where(matches(sql, asked))
    .orderBy(desc(experiments.savedAt), desc(experiments.id))
    .limit(limit)
    .offset(offset);
  const measured = await readMeasuring(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map(({ outcome, rules, savedBy, savedById, savedAt, ...row }) => ({
    ...row,
    outcome: outcome?.outcome ?? outcomeOf(rules ?? []),
    lastChanged: lastChangedOf({ savedBy, savedById, savedAt }),
    analysis: measured.get(row.id),
  }));
}

/** The analysis of each of these experiments that is under way; the newest, if several rules are measured. */
async function readMeasuring(sql: Sql, experimentIds: readonly string[]) {
  const rows = await sql
    .selectDistinctOn([analyses.experimentId], {
      experimentId: analyses.experimentId,
      id: analyses.id,
      state: analyses.state,
      verdict: analyses.verdict,
    })
    .from(analyses)
    .where(and(inArray(analyses.experimentId, [...experimentIds]), IS_MEASURING))
    .orderBy(analyses.experimentId, desc(analyses.createdAt));
  return new Map(
    rows.map(({ experimentId, verdict, ...analysis }) => [
      experimentId,
      { ...analysis, verdict: verdict ?? undefined },
    ]),
  );
}
