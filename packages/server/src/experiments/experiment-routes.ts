import * as api from '@comporta/contract/experiments/experiment-api';
import { listOverview } from '@comporta/contract/experiments/overview-api';
import { listStaleToggles } from '@comporta/contract/toggles/toggle-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Config } from '../platform/config/config.ts';
import { CONSISTENT_READ } from '../platform/database/database.ts';
import { mapPages } from '../platform/database/in-pages.ts';
import { listVersions } from '../platform/database/kept-versions.ts';
import { encodedResult } from '../platform/http/answer.ts';
import type { Server } from '../platform/http/route.ts';
import { changeExperiments } from './change-experiments.ts';
import { pauseExperiment, restartExperiment } from './change-status.ts';
import { cloneExperiment } from './clone-experiment.ts';
import { deleteExperiment } from './delete-experiment.ts';
import { experimentAnswer } from './experiment-answer.ts';
import { findExperiment, listExperimentsOf, VERSIONS } from './experiment-repository.ts';
import { getExperimentVersion } from './experiment-version.ts';
import { readOverview } from './overview/read-overview.ts';
import { createExperiment, type EditExperiment } from './save-experiment.ts';
import { staleTogglesOf } from './stale-toggles.ts';
import { summariseExperimentsOf } from './summary-repository.ts';

interface ExperimentDependencies extends Pick<Config, 'auditKeptDays'> {
  readonly editExperiment: EditExperiment;
}

export function experimentRoutes(
  { route }: Server,
  { editExperiment, ...config }: ExperimentDependencies,
): void {
  route(api.listExperimentSummaries, ({ sql, application }) =>
    sql.transaction(async (moment) => {
      const summaries = await summariseExperimentsOf(moment, application.id);
      return encodedResult(api.listExperimentSummaries, summaries);
    }, CONSISTENT_READ),
  );
  route(listOverview, ({ sql, actor, query }) => readOverview(sql, actor, query));
  route(listStaleToggles, async ({ sql, application }) =>
    staleTogglesOf(sql, application.id, config),
  );
  route(api.listExperiments, async ({ sql, environment }) =>
    mapPages(listExperimentsOf(sql, environment.id), experimentAnswer),
  );
  route(api.getExperiment, async ({ sql, environment, params }) =>
    experimentAnswer(orNotFound(await findExperiment(sql, environment.id, params.id))),
  );
  route(api.createExperiment, createExperiment);
  route(api.updateExperiment, (call) => editExperiment(call, call.params.id));
  route(api.deleteExperiment, (call) => deleteExperiment(call, call.params.id));
  route(api.pauseExperiment, (call) => pauseExperiment(call, call.params.id));
  route(api.restartExperiment, (call) => restartExperiment(call, call.params.id));
  route(api.cloneExperiment, cloneExperiment);
  route(api.changeExperiments, changeExperiments);
  route(api.listExperimentVersions, async ({ sql, environment, params }) =>
    listVersions(sql, VERSIONS, orNotFound(await findExperiment(sql, environment.id, params.id))),
  );
  route(api.getExperimentVersion, getExperimentVersion);
}
