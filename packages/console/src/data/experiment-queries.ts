import type { BulkRow } from '@comporta/contract/bulk';
import type { BodyOf } from '@comporta/contract/endpoint';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { explainToggles } from '@comporta/contract/evaluation/playground-api';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import {
  changeExperiments,
  cloneExperiment,
  createExperiment,
  deleteExperiment,
  type ExperimentSummary,
  getExperiment,
  getExperimentVersion,
  listExperimentSummaries,
  listExperiments,
  listExperimentVersions,
  pauseExperiment,
  restartExperiment,
  updateExperiment,
} from '@comporta/contract/experiments/experiment-api';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, callSaying } from '../api/call.ts';
import { changeRows } from './change-rows.ts';
import { askAgain, BESIDE } from './query-client.ts';

/** The environment of experiments. */
export interface EnvironmentRef {
  readonly appId: string;
  readonly envId: string;
}

/** The ids that identify one experiment. */
export type ExperimentKey = Pick<Experiment, 'appId' | 'envId' | 'id'>;

export function experimentsQuery({ appId, envId }: EnvironmentRef) {
  return queryOptions({
    queryKey: ['experiments', appId, envId],
    queryFn: ({ signal }) => call(listExperiments, { params: { appId, envId }, signal }),
  });
}

export function experimentQuery({ appId, envId, id }: ExperimentKey) {
  return queryOptions({
    queryKey: ['experiments', appId, envId, id],
    queryFn: ({ signal }) => call(getExperiment, { params: { appId, envId, id }, signal }),
  });
}

/** The saves of an experiment, newest first. */
export function experimentVersionsQuery({ appId, envId, id }: ExperimentKey) {
  return queryOptions({
    queryKey: ['experiments', appId, envId, id, 'versions'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listExperimentVersions, { params: { appId, envId, id }, signal }),
  });
}

/** One former version of an experiment; a version never changes. */
export function experimentVersionQuery({ appId, envId, id }: ExperimentKey, version: number) {
  const params = { appId, envId, id, version: String(version) };
  return queryOptions({
    queryKey: ['experiments', appId, envId, id, 'versions', version],
    queryFn: ({ signal }) => call(getExperimentVersion, { params, signal }),
  });
}

/** The experiments of all environments, in short form. */
export function experimentSummariesQuery(appId: string) {
  return queryOptions({
    queryKey: ['experiments', appId, 'summaries'],
    queryFn: ({ signal }) => call(listExperimentSummaries, { params: { appId }, signal }),
  });
}

/** Fetches the experiments of an application in short form, for a query over several applications. */
export function fetchExperimentSummaries(appId: string): Promise<ExperimentSummary[]> {
  return call(listExperimentSummaries, { params: { appId } });
}

/** Fetches the experiment as it is saved now, to see what somebody else changed. */
export function fetchExperiment({ appId, envId, id }: ExperimentKey): Promise<Experiment> {
  return call(getExperiment, { params: { appId, envId, id } });
}

/** The toggle and its rules, as they are sent. */
export type ExperimentBody = BodyOf<typeof createExperiment>;

interface ExperimentSave {
  readonly body: ExperimentBody;
  /** The version to save over. */
  readonly ifMatch?: number | undefined;
}

/** Creates the experiment, or saves over the version of it that was loaded. */
export async function saveExperiment(
  client: QueryClient,
  at: EnvironmentRef & { readonly id: string | undefined },
  { body: sent, ifMatch }: ExperimentSave,
): Promise<Experiment> {
  const { appId, envId, id } = at;
  const body = { ...sent, appId, envId };
  const saved =
    id === undefined
      ? await call(createExperiment, { params: { appId, envId }, body })
      : await call(updateExperiment, { params: { appId, envId, id }, body, ifMatch });
  // A user who leaves the editor ends its fetch, and would see the former rules first when they come back.
  client.setQueryData(experimentQuery(saved).queryKey, saved);
  await forgetExperiments(client, appId);
  return saved;
}

export function removeExperiment(
  { appId, envId, id }: ExperimentKey,
  ifMatch?: number,
): Promise<undefined> {
  return call(deleteExperiment, { params: { appId, envId, id }, ifMatch });
}

/**
 * Pauses or restarts. The status from the response is shown at once; what changes with it, such as by whom,
 * is fetched again in the meantime.
 */
export async function changeStatus(
  client: QueryClient,
  { appId, envId, id }: ExperimentKey,
  action: 'pause' | 'restart',
): Promise<void> {
  const endpoint = action === 'pause' ? pauseExperiment : restartExperiment;
  const { status } = await call(endpoint, { params: { appId, envId, id } });
  client.setQueryData(experimentsQuery({ appId, envId }).queryKey, (experiments) =>
    experiments?.map((experiment) =>
      experiment.id === id ? { ...experiment, status } : experiment,
    ),
  );
  client.setQueryData(
    experimentQuery({ appId, envId, id }).queryKey,
    (experiment) => experiment && { ...experiment, status },
  );
  client.setQueryData(experimentSummariesQuery(appId).queryKey, (summaries) =>
    summaries?.map((summary) => (summary.id === id ? { ...summary, status } : summary)),
  );
  void forgetExperiments(client, appId);
}

export async function cloneTo(
  client: QueryClient,
  { appId, envId, id }: ExperimentKey,
  destEnvId: string,
): Promise<void> {
  await call(cloneExperiment, { params: { appId, envId, id, destEnvId } });
  await forgetExperiments(client, appId);
}

/** Applies one action to many experiments of an environment; resolves to the result for each. */
export async function changeManyExperiments(
  client: QueryClient,
  { appId, envId }: EnvironmentRef,
  body: BodyOf<typeof changeExperiments>,
): Promise<readonly BulkRow[]> {
  const params = { appId, envId };
  const results = await changeRows({
    ...{ endpoint: changeExperiments, params, body },
    send: async (sent, said) =>
      (await callSaying(changeExperiments, { params, body: sent }, said)).results,
  });
  await forgetExperiments(client, appId);
  return results;
}

/** Resolves to the value that the draft's toggle would return to a user, and the reasons. */
export async function explainDraft(
  { appId, envId }: EnvironmentRef,
  draft: ExperimentBody,
  context: {
    readonly uid: string;
    readonly properties: Readonly<Record<string, string | readonly string[]>>;
  },
): Promise<ToggleExplanation | undefined> {
  const body = { ...context, draft };
  const [explanation] = await call(explainToggles, { params: { appId, envId }, body });
  return explanation;
}

/** To be called after a change: lists, summaries and every experiment of the application are fetched again. */
export async function forgetExperiments(client: QueryClient, appId: string): Promise<void> {
  await askAgain(client, ['experiments', appId]);
}

/**
 * The same after these experiments were deleted. One that is on the screen is left alone: fetching what was just deleted
 * leads to /not-found.
 */
export async function forgetDeletedExperiments(
  client: QueryClient,
  appId: string,
  ids: readonly string[],
): Promise<void> {
  const { queryKey: summaries } = experimentSummariesQuery(appId);
  client.setQueryData(summaries, (all) => all?.filter(({ id }) => !ids.includes(id)));
  const isOne = ({ queryKey }: { readonly queryKey: QueryKey }) =>
    ids.some((id) => queryKey.includes(id));
  const queryKey = ['experiments', appId];
  client.removeQueries({ queryKey, type: 'inactive' });
  await client.invalidateQueries({ queryKey, predicate: (query) => !isOne(query) });
}
