import type { Analysis } from '@comporta/contract/analyses/analysis';
import * as api from '@comporta/contract/analyses/analysis-api';
import { listApplicationAnalyses } from '@comporta/contract/analyses/analysis-list-api';
import * as results from '@comporta/contract/analyses/results-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { analysisAnswer } from './analysis-answer.ts';
import {
  findAnalysis,
  findAnalysisOf,
  listAnalysesOf,
  listAnalysesOfToggle,
} from './analysis-repository.ts';
import { listAnalyses, summariseAnalyses } from './list/list-analyses.ts';
import { readPlanning } from './planning-repository.ts';
import { findMeasurable, requireToggle } from './references-repository.ts';
import { analysisCsv } from './results/analysis-csv.ts';
import type { Looking } from './results/look-at-phase.ts';
import { readDiagnostics } from './results/read-diagnostics.ts';
import { readResults } from './results/read-results.ts';
import { resultsCsv } from './results/results-csv.ts';
import { deleteAnalysis, startAnalysis } from './run-analysis.ts';
import { createAnalysis, editAnalysis } from './save-analysis.ts';
import { type EditExperiment, lookBeforeShipping, shipValue } from './ship-value.ts';
import { type Rerandomise, startPhase } from './start-phase.ts';
import { stopAnalysis } from './stop-analysis.ts';

export interface AnalysisDependencies {
  /** Looks with the connections that the call may use. */
  readonly look: (sql: Sql) => Looking;
  readonly rerandomise: Rerandomise;
  readonly editExperiment: EditExperiment;
}

export function analysisRoutes(
  { route, routeAfter }: Server,
  { look, rerandomise, editExperiment }: AnalysisDependencies,
): void {
  route(listApplicationAnalyses, ({ sql, application, query }) =>
    // Consoles of 0.2.0 ask without a page.
    query.page === undefined
      ? summariseAnalyses(sql, application.id, query)
      : listAnalyses(sql, application.id, query),
  );
  route(
    api.getApplicationAnalysis,
    async ({ sql, application, params }): Promise<Analysis> =>
      analysisAnswer(orNotFound(await findAnalysisOf(sql, application.id, params.analysisId))),
  );
  route(api.listToggleAnalyses, async ({ sql, application, params }) => {
    const analyses = await listAnalysesOfToggle(sql, application.id, params.id);
    if (analyses.length === 0) await requireToggle(sql, application.id, params.id);
    return analyses.map(analysisAnswer);
  });
  route(api.listAnalyses, async ({ sql, application, environment, params }) => {
    const place = { applicationId: application.id, environmentId: environment.id };
    const of = { envId: environment.id, experimentId: params.id };
    const analyses = await listAnalysesOf(sql, of);
    // The analyses of a deleted experiment are still listed.
    if (analyses.length === 0) orNotFound(await findMeasurable(sql, place, params.id));
    return analyses.map(analysisAnswer);
  });
  route(api.getAnalysis, async ({ sql, environment, params }): Promise<Analysis> => {
    const place = { envId: environment.id, experimentId: params.id };
    return analysisAnswer(orNotFound(await findAnalysis(sql, place, params.analysisId)));
  });
  route(api.createAnalysis, (call) => createAnalysis(call, call.params.id));
  route(api.updateAnalysis, (call) => editAnalysis(call, call.params, look));
  route(api.deleteAnalysis, (call) => deleteAnalysis(call, call.params));
  route(api.startAnalysis, (call) => startAnalysis(call, call.params, look));
  route(api.stopAnalysis, (call) => stopAnalysis(call, call.params));
  routeAfter(
    api.shipValue,
    (call) => lookBeforeShipping(call, call.params, look),
    (call, looked) => shipValue(call, call.params, { looked, editExperiment }),
  );
  route(api.startPhase, (call) => startPhase(call, call.params, rerandomise));

  route(results.getResults, async ({ sql, environment, params, query }) => {
    const of = { envId: environment.id, experimentId: params.id };
    return readResults(look(sql), await listAnalysesOf(sql, of), query);
  });
  route(results.getResultsCsv, async ({ sql, environment, params, query }) => {
    const of = { envId: environment.id, experimentId: params.id };
    return resultsCsv(await readResults(look(sql), await listAnalysesOf(sql, of), query));
  });
  route(results.getToggleResults, async ({ sql, application, params, query }) =>
    readResults(look(sql), await listAnalysesOfToggle(sql, application.id, params.id), query),
  );
  route(results.getAnalysisResults, async ({ sql, application, params, query }) => {
    const analysis = await findAnalysisOf(sql, application.id, params.analysisId);
    return readResults(look(sql), [orNotFound(analysis)], query);
  });
  route(results.getAnalysisCsv, async ({ sql, application, params }) => {
    const analysis = await findAnalysisOf(sql, application.id, params.analysisId);
    return analysisCsv(look(sql), orNotFound(analysis));
  });
  route(results.getPlanning, async ({ sql, application, environment, params, query }) => {
    const place = { applicationId: application.id, environmentId: environment.id };
    const measurable = orNotFound(await findMeasurable(sql, place, params.id));
    const asked = { ...place, experimentId: params.id, ruleId: query.rule };
    return readPlanning(look(sql), asked, measurable);
  });
  route(results.getDiagnostics, async ({ sql, environment, params, query }) => {
    const of = { envId: environment.id, experimentId: params.id };
    return readDiagnostics(look(sql), await listAnalysesOf(sql, of), query);
  });
}
