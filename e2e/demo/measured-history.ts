import type { Application, Company } from '../company.ts';
import { liveThrough, type StartedSplit } from './live-through.ts';
import { MEASURED_SPLITS, METRICS, type MeasuredSplit } from './measured-splits.ts';

interface Created {
  readonly id: string;
}

interface Listed {
  readonly id: string;
  readonly toggleId: string;
  readonly toggleName: string;
  readonly rules: readonly Created[];
}

/** Creates metrics and four analyses in production with results. Resolves with experiment ids by toggle name. */
export async function measureSplits(
  company: Company,
  { id: appId, environments }: Application,
  databaseUrl: string,
): Promise<ReadonlyMap<string, string>> {
  const environmentId = environments.find(({ name }) => name === 'Production')?.id ?? '';
  const metrics = new Map<string, string>();
  for (const metric of METRICS) {
    const { id } = await company.call<Created>('POST', `/api/apps/${appId}/metrics`, metric);
    metrics.set(metric.key, id);
  }
  const path = `/api/apps/${appId}/envs/${environmentId}/experiments`;
  const experiments = await company.call<readonly Listed[]>('GET', path);
  const places = new Map<string, string>();
  const started: StartedSplit[] = [];
  for (const split of MEASURED_SPLITS) {
    const listed = experiments.find(({ toggleName }) => toggleName === split.toggle);
    const experiment = await company.call<Listed>('GET', `${path}/${listed?.id}`);
    const analyses = `${path}/${experiment.id}/analyses`;
    const plan = planOf(split, experiment.rules.at(-1)?.id, metrics);
    const analysis = await company.call<Created>('POST', analyses, plan);
    await company.call('POST', `${analyses}/${analysis.id}/start`);
    places.set(split.toggle, experiment.id);
    started.push({ split, toggleId: experiment.toggleId, analysisId: analysis.id });
  }
  await liveThrough({ databaseUrl, applicationId: appId, environmentId, started });
  return places;
}

function planOf(
  split: MeasuredSplit,
  ruleId: string | undefined,
  metrics: ReadonlyMap<string, string>,
) {
  const { hypothesis, plannedUnits, goal, guardrails, secondary } = split;
  const chosen = (key: string) => ({ metricId: metrics.get(key) });
  return {
    ruleId,
    hypothesis,
    plannedUnits,
    control: 'disabled',
    goal: chosen(goal),
    guardrails: guardrails.map(chosen),
    secondary: secondary.map(chosen),
  };
}
