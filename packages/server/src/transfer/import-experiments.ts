import { isDeepStrictEqual } from 'node:util';
import type { DocumentExperiment } from '@comporta/contract/transfer/application-document';
import { Rejection } from '../platform/base/rejection.ts';
import type { EnvironmentScope } from '../platform/identity/application-scope.ts';
import type { Stored } from './application-contents.ts';
import { inDependencyOrder } from './dependency-order.ts';
import { experimentDraft } from './ids-by-name.ts';
import { change, type ImportContext } from './import-context.ts';

/** Environments are those that the document names; experiments of others are left alone. */
export async function importExperiments(
  context: ImportContext,
  experiments: readonly DocumentExperiment[],
  environments: readonly EnvironmentScope[],
): Promise<void> {
  const lost = experiments.find(({ environment }) =>
    environments.every(({ name }) => name !== environment),
  );
  if (lost !== undefined) {
    const at = { type: 'experiment', name: lost.toggle, environment: lost.environment };
    throw new Rejection('UNKNOWN_ENVIRONMENT', { at });
  }
  for (const environment of environments) {
    const inEnvironment = (experiment: DocumentExperiment) =>
      experiment.environment === environment.name;
    const wanted = inDependencyOrder(experiments.filter(inEnvironment));
    const stored = context.before.experiments.filter(({ entity }) => inEnvironment(entity));
    await importInto(context, environment, { wanted, stored });
  }
}

async function importInto(
  context: ImportContext,
  environment: EnvironmentScope,
  {
    wanted,
    stored,
  }: {
    readonly wanted: readonly DocumentExperiment[];
    readonly stored: readonly Stored<DocumentExperiment>[];
  },
): Promise<void> {
  const call = { ...context.call, environment };
  const { experiments: saves } = context.saves;
  const wantedByToggle = new Map(wanted.map((experiment) => [experiment.toggle, experiment]));
  const kept = new Map<string, Stored<DocumentExperiment>>();
  const whatOf = (action: 'CREATE' | 'UPDATE' | 'DELETE', { toggle }: DocumentExperiment) =>
    ({ action, type: 'experiment', name: toggle, environment: environment.name }) as const;

  for (const one of stored) {
    const { entity, id } = one;
    const next = wantedByToggle.get(entity.toggle);
    const isReplaced = next && (next.salt !== entity.salt || next.buckets !== entity.buckets);
    if (isReplaced || (next === undefined && context.deleteOthers)) {
      await change(context, whatOf('DELETE', entity), () => saves.remove(call, id));
      continue;
    }
    kept.set(entity.toggle, one);
    // Before others may depend on it. What a rule can name is not paused.
    if (next?.status === 'ACTIVE' && entity.status === 'PAUSED') await saves.restart(call, id);
  }

  const pausing: string[] = [];
  for (const experiment of wanted) {
    const before = kept.get(experiment.toggle);
    const body = experimentDraft(experiment, context.ids);
    const save = async () => {
      if (before === undefined) return (await saves.create({ ...call, body }, experiment)).id;
      if (!isDeepStrictEqual({ ...before.entity, status: experiment.status }, experiment)) {
        await saves.edit({ ...call, body }, before.id);
      }
      return before.id;
    };
    if (before !== undefined && isDeepStrictEqual(before.entity, experiment)) continue;
    const what = whatOf(before === undefined ? 'CREATE' : 'UPDATE', experiment);
    const id = await change(context, what, save);
    if (experiment.status === 'PAUSED') pausing.push(id);
  }
  // Afterwards, because a document may have rules that depend on an experiment which was paused later.
  for (const id of pausing) await saves.pause(call, id);
}
