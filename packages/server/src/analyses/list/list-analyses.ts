import type { AnalysisSummary } from '@comporta/contract/analyses/analysis';
import type {
  AnalysisListQuery,
  AnalysisPage,
  ListedAnalysis,
} from '@comporta/contract/analyses/analysis-list';
import { checkPage } from '@comporta/contract/paging';
import { valueOrReject } from '../../platform/base/value-or-reject.ts';
import type { Sql } from '../../platform/database/database.ts';
import { foldedParts } from '../../platform/database/folded.ts';
import { stopped } from '../analysis-answer.ts';
import type { DayResult } from '../results/daily-result-repository.ts';
import {
  type AnalysisFilter,
  type AnalysisRow,
  countAnalysesIn,
  type Goal,
  listAnalysesIn,
  readGoals,
  readLastDays,
  summariseAnalysesOf,
} from './analysis-list-repository.ts';

/** One page of the analyses of an application, with what was learned and decided. Source: RES-119. */
export async function listAnalyses(
  sql: Sql,
  applicationId: string,
  query: AnalysisListQuery,
): Promise<AnalysisPage> {
  const { page, size } = valueOrReject(checkPage(query));
  const filter = filterIn(query);
  const offset = (page - 1) * size;
  const totalItems = await countAnalysesIn(sql, applicationId, filter);
  const rows = await listAnalysesIn(sql, applicationId, { filter, limit: size, offset });
  const goals = await readGoals(sql, rows);
  const days = await readLastDays(
    sql,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => listed(row, goals.get(row.id), days.get(row.id))),
    totalItems,
    totalPages: Math.ceil(totalItems / size),
  };
}

function listed(
  row: AnalysisRow,
  goal: Goal | undefined,
  day: DayResult['metrics'] | undefined,
): ListedAnalysis {
  const { startedAt, verdict, owner, goal: _, ...analysis } = row;
  const compared = day?.find(({ no }) => no === goal?.no);
  return {
    ...analysis,
    owner: owner ?? undefined,
    startedAt: startedAt?.toISOString(),
    ...stopped(row),
    verdict: verdict ?? undefined,
    goal: goal && { ...goal, comparisons: [...(compared?.comparisons ?? [])] },
  };
}

/** The newest analysis of each rule that matches the filter, in short. */
export async function summariseAnalyses(
  sql: Sql,
  applicationId: string,
  query: AnalysisListQuery,
): Promise<AnalysisSummary[]> {
  const rows = await summariseAnalysesOf(sql, applicationId, filterIn(query));
  return rows.map(({ startedAt, stoppedAt, verdict, ...summary }) => ({
    ...summary,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(stoppedAt && { stoppedAt: stoppedAt.toISOString() }),
    ...(verdict && { verdict }),
  }));
}

function filterIn({ state, envId, owner, q = '' }: AnalysisListQuery): AnalysisFilter {
  const words = foldedParts(q);
  return { state, envId, owner, words: words.length === 0 ? undefined : words };
}
