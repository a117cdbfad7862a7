import type { Analysis } from '@comporta/contract/analyses/analysis';
import {
  createAnalysis,
  deleteAnalysis,
  getApplicationAnalysis,
  listAnalyses,
  shipValue,
  startAnalysis,
  startPhase,
  stopAnalysis,
  updateAnalysis,
} from '@comporta/contract/analyses/analysis-api';
import type { PhaseDraft } from '@comporta/contract/analyses/phase';
import type { AnalysisDraft } from '@comporta/contract/analyses/plan';
import {
  getAnalysisResults,
  getDiagnostics,
  getPlanning,
  getResults,
} from '@comporta/contract/analyses/results-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type ExperimentKey, forgetExperiments } from './experiment-queries.ts';
import { forgetMetrics } from './metric-queries.ts';

/** Events are counted every 15 seconds. */
const REFRESH_MS = 15_000;

/** Which results are shown. Without an analysis or a phase, the newest one is. */
export interface ResultsChoice {
  readonly analysis?: string | undefined;
  readonly phase?: string | undefined;
  readonly segment?: string | undefined;
}

export function analysesQuery({ appId, envId, id }: ExperimentKey) {
  return queryOptions({
    queryKey: ['analyses', appId, envId, id],
    queryFn: ({ signal }) => call(listAnalyses, { params: { appId, envId, id }, signal }),
  });
}

export function resultsQuery({ appId, envId, id }: ExperimentKey, choice: ResultsChoice) {
  const { analysis, phase, segment } = choice;
  const query: ResultsChoice = { analysis, phase, segment };
  return queryOptions({
    queryKey: ['analyses', appId, envId, id, 'results', query],
    queryFn: ({ signal }) => call(getResults, { params: { appId, envId, id }, query, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** An analysis whose experiment may be deleted. */
export function analysisQuery(appId: string, analysisId: string) {
  return queryOptions({
    queryKey: ['analyses', appId, 'kept', analysisId],
    queryFn: ({ signal }) =>
      call(getApplicationAnalysis, { params: { appId, analysisId }, signal }),
  });
}

/** The results of an analysis whose experiment may be deleted: then they do not change any more. */
export function keptResultsQuery(
  appId: string,
  { analysis, phase, segment }: ResultsChoice & { readonly analysis: string },
) {
  const query: ResultsChoice = { analysis, phase, segment };
  const params = { appId, analysisId: analysis };
  return queryOptions({
    queryKey: ['analyses', appId, 'kept', analysis, 'results', query],
    queryFn: ({ signal }) =>
      call(getAnalysisResults, { params, query: { phase, segment }, signal }),
  });
}

export function diagnosticsQuery({ appId, envId, id }: ExperimentKey, analysis: string) {
  return queryOptions({
    queryKey: ['analyses', appId, envId, id, 'diagnostics', analysis],
    queryFn: ({ signal }) =>
      call(getDiagnostics, { params: { appId, envId, id }, query: { analysis }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The figures from the events of the last 14 days, for the planner. */
export function planningQuery({ appId, envId, id }: ExperimentKey, rule: string) {
  return queryOptions({
    queryKey: ['analyses', appId, envId, id, 'planning', rule],
    queryFn: ({ signal }) =>
      call(getPlanning, { params: { appId, envId, id }, query: { rule }, signal }),
    enabled: rule !== '',
  });
}

/** Saves the plan over the existing draft, or as a new one. */
export function savePlan(
  { appId, envId, id }: ExperimentKey,
  body: AnalysisDraft,
  draft: Pick<Analysis, 'id' | 'version'> | undefined,
): Promise<Analysis> {
  return draft === undefined
    ? call(createAnalysis, { params: { appId, envId, id }, body })
    : call(updateAnalysis, {
        params: { appId, envId, id, analysisId: draft.id },
        body,
        ifMatch: draft.version,
      });
}

/** Deletes an analysis that was not started. */
export function removePlan(plan: Analysis): Promise<undefined> {
  return call(deleteAnalysis, { params: paramsOf(plan), ifMatch: plan.version });
}

export function beginAnalysis(analysis: Analysis): Promise<Analysis> {
  return call(startAnalysis, { params: paramsOf(analysis), ifMatch: analysis.version });
}

export function endAnalysis(
  analysis: Analysis,
  body: { readonly wait: boolean; readonly reason: string },
): Promise<Analysis> {
  return call(stopAnalysis, { params: paramsOf(analysis), body, ifMatch: analysis.version });
}

export function beginPhase(analysis: Analysis, body: PhaseDraft): Promise<Analysis> {
  return call(startPhase, { params: paramsOf(analysis), body, ifMatch: analysis.version });
}

export function ship(
  analysis: Analysis,
  body: { readonly value: string; readonly reason: string },
): Promise<Analysis> {
  return call(shipValue, { params: paramsOf(analysis), body, ifMatch: analysis.version });
}

function paramsOf({ appId, envId, experimentId, id }: Analysis) {
  return { appId, envId, id: experimentId, analysisId: id };
}

/**
 * Fetches analyses, experiments and metrics again after a change of an analysis, which may also change rules,
 * the salt and the uses of metrics.
 */
export async function forgetMeasured(client: QueryClient, appId: string): Promise<void> {
  const queryKey = ['analyses', appId];
  client.removeQueries({ queryKey, type: 'inactive' });
  await Promise.all([
    client.invalidateQueries({ queryKey }),
    forgetExperiments(client, appId),
    forgetMetrics(client, appId),
  ]);
}
