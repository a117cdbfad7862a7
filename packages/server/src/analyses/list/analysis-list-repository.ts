import type { AnalysisStateFilter } from '@comporta/contract/analyses/analysis-list';
import { and, asc, count, desc, eq, inArray, ne, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../../platform/base/ids.ts';
import type { Sql } from '../../platform/database/database.ts';
import { containsAll, folded } from '../../platform/database/folded.ts';
import { users } from '../../tables/accounts.ts';
import { analyses, analysisMetrics, dailyResults, phases } from '../../tables/analyses.ts';
import { experiments } from '../../tables/experiments.ts';
import { metrics } from '../../tables/metrics.ts';
import { toggles } from '../../tables/toggles.ts';
import type { DayResult } from '../results/daily-result-repository.ts';
import { TOGGLE_NAME } from '../toggle-name-repository.ts';

export interface AnalysisFilter {
  readonly state?: AnalysisStateFilter | undefined;
  readonly envId?: string | undefined;
  readonly owner?: string | undefined;
  /** Folded; each must occur. */
  readonly words?: readonly string[] | undefined;
}

interface AnalysisWindow {
  readonly filter: AnalysisFilter;
  readonly limit: number;
  readonly offset: number;
}

/** The index `analyses_list_index` has these expressions. */
const RANK = raw`case ${analyses.state} when 'RUNNING' then 0 when 'CLOSING' then 1 when 'DRAFT' then 2 else 3 end`;
const MOMENT = raw`coalesce(${analyses.stoppedAt}, ${analyses.startedAt}, ${analyses.createdAt})`;

const TEXTS = raw`(${TOGGLE_NAME} || ' ' || ${analyses.hypothesis} || ' ' || coalesce(${analyses.stopNote}, ''))`;

export type AnalysisRow = Awaited<ReturnType<typeof listAnalysesIn>>[number];

/** Running analyses first, then those that are closing, plans and past ones; of each the newest first. */
export function listAnalysesIn(
  sql: Sql,
  applicationId: string,
  { filter, limit, offset }: AnalysisWindow,
) {
  return sql
    .select({
      id: analyses.id,
      envId: analyses.environmentId,
      environmentName: analyses.environmentName,
      experimentId: analyses.experimentId,
      hasExperiment: raw<boolean>`${experiments.id} is not null`,
      toggleId: analyses.toggleId,
      toggleName: TOGGLE_NAME,
      owner: { id: users.id, name: users.name },
      ruleId: analyses.ruleId,
      state: analyses.state,
      hypothesis: analyses.hypothesis,
      goal: analyses.goal,
      startedAt: analyses.startedAt,
      stoppedAt: analyses.stoppedAt,
      stopReason: analyses.stopReason,
      stoppedBy: analyses.stoppedBy,
      stopNote: analyses.stopNote,
      shippedValue: analyses.shippedValue,
      verdict: analyses.verdict,
    })
    .from(analyses)
    .leftJoin(toggles, eq(toggles.id, analyses.toggleId))
    .leftJoin(users, eq(users.id, toggles.ownerId))
    .leftJoin(experiments, eq(experiments.id, analyses.experimentId))
    .where(matches(applicationId, filter))
    .orderBy(asc(RANK), desc(MOMENT), desc(analyses.id))
    .limit(limit)
    .offset(offset);
}

export async function countAnalysesIn(
  sql: Sql,
  applicationId: string,
  filter: AnalysisFilter,
): Promise<number> {
  const [row] = await sql
    .select({ count: count() })
    .from(analyses)
    .leftJoin(toggles, eq(toggles.id, analyses.toggleId))
    .where(matches(applicationId, filter));
  return row?.count ?? 0;
}

function matches(
  applicationId: string,
  { state, envId, owner, words }: AnalysisFilter,
): SQL | undefined {
  return and(
    eq(analyses.applicationId, applicationId),
    state && (state === 'OPEN' ? ne(analyses.state, 'STOPPED') : eq(analyses.state, state)),
    envId === undefined ? undefined : isOrNone(analyses.environmentId, envId),
    owner === undefined ? undefined : isOrNone(toggles.ownerId, owner),
    words && containsAll(folded(TEXTS), words),
  );
}

function isOrNone(column: typeof analyses.environmentId | typeof toggles.ownerId, id: string): SQL {
  return isId(id) ? eq(column, id) : raw`false`;
}

/** The newest analysis of each rule that matches the filter. */
export function summariseAnalysesOf(sql: Sql, applicationId: string, filter: AnalysisFilter) {
  return sql
    .selectDistinctOn([analyses.experimentId, analyses.ruleId], {
      id: analyses.id,
      envId: analyses.environmentId,
      experimentId: analyses.experimentId,
      ruleId: analyses.ruleId,
      toggleId: analyses.toggleId,
      state: analyses.state,
      startedAt: analyses.startedAt,
      stoppedAt: analyses.stoppedAt,
      verdict: analyses.verdict,
    })
    .from(analyses)
    .leftJoin(toggles, eq(toggles.id, analyses.toggleId))
    .where(matches(applicationId, filter))
    .orderBy(analyses.experimentId, analyses.ruleId, desc(analyses.createdAt));
}

/** The goal of each analysis; of one that was started, the copy that it measures. */
export async function readGoals(sql: Sql, rows: readonly AnalysisRow[]) {
  const ids = rows.map(({ id }) => id);
  const chosen = rows.flatMap(({ goal }) => (goal && isId(goal.metricId) ? [goal.metricId] : []));
  if (ids.length === 0) return new Map<string, Goal>();
  const measured = await sql
    .select({
      id: analysisMetrics.analysisId,
      no: analysisMetrics.no,
      definition: analysisMetrics.definition,
    })
    .from(analysisMetrics)
    .where(and(inArray(analysisMetrics.analysisId, ids), eq(analysisMetrics.role, 'GOAL')));
  const planned = await sql
    .select({ id: metrics.id, key: metrics.key, name: metrics.name, better: metrics.better })
    .from(metrics)
    .where(inArray(metrics.id, chosen));
  const metricOf = new Map(planned.map((metric) => [metric.id, metric]));
  return new Map<string, Goal>([
    ...rows.flatMap(({ id, goal }): [string, Goal][] => {
      const metric = goal && metricOf.get(goal.metricId);
      return metric ? [[id, metric]] : [];
    }),
    ...measured.map(({ id, no, definition }): [string, Goal] => [id, { no, ...definition }]),
  ]);
}

export interface Goal {
  /** Its number among the measured metrics; absent in a plan. */
  readonly no?: number;
  readonly key: string;
  readonly name: string;
  readonly better: 'UP' | 'DOWN';
}

/** The metrics of the last day of the newest phase of each analysis. */
export async function readLastDays(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DayResult['metrics']>> {
  if (ids.length === 0) return new Map();
  const newest = sql
    .selectDistinctOn([phases.analysisId], { analysisId: phases.analysisId, phaseId: phases.id })
    .from(phases)
    .where(inArray(phases.analysisId, [...ids]))
    .orderBy(phases.analysisId, desc(phases.number))
    .as('newest');
  const rows = await sql
    .selectDistinctOn([newest.analysisId], {
      analysisId: newest.analysisId,
      metrics: dailyResults.metrics,
    })
    .from(newest)
    .innerJoin(dailyResults, eq(dailyResults.phaseId, newest.phaseId))
    .orderBy(newest.analysisId, desc(dailyResults.day));
  return new Map(
    // `writeDay` wrote them.
    rows.map(({ analysisId, metrics: of }) => [analysisId, of as DayResult['metrics']]),
  );
}
