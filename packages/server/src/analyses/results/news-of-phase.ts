import { type StoredVerdict, verdictToStore } from '../../tables/analyses/verdict-column.ts';
import type { ResultNews } from '../../tables/deliveries.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import type { EvaluatedPhase } from './evaluate-phase.ts';
import { withoutUndefined } from './read-results.ts';
import type { ToldResult } from './told-result-repository.ts';

/** All news of a phase at this moment, whether or not it was sent before. Source: RES-77. */
export function newsOfPhase(
  analysis: StoredAnalysis,
  phase: StoredPhase,
  evaluated: EvaluatedPhase,
): ToldResult[] {
  const place = {
    toggle: analysis.toggleName,
    environment: analysis.environmentName,
    environmentId: analysis.envId,
    experimentId: analysis.experimentId,
    analysisId: analysis.id,
    phaseId: phase.id,
  };
  const verdict = verdictToStore(withoutUndefined(evaluated.verdict));
  const { code } = verdict;
  const metrics = analysis.metrics
    .filter(({ removed }) => removed !== true)
    .map(({ key, name, kind, role, better }) => ({ key, name, kind, role, better }));
  const told: ToldResult[] = [];
  if (phase.finalLookAt !== null || evaluated.finalLook !== undefined) {
    told.push({ code: '', news: { ...place, kind: 'PLANNED_END', verdict, metrics } });
  }
  const kind = kindOf(code);
  if (kind === 'VERDICT') told.push({ code, news: { ...place, kind, verdict, metrics } });
  if (kind === 'SRM') told.push({ code, news: { ...place, kind } });
  for (const { no, value } of code.startsWith('INVALID') ? [] : harmsOf(evaluated)) {
    const metric = analysis.metrics.find((one) => one.no === no)?.name ?? '';
    const what = `${no} ${phase.values.indexOf(value)}`;
    told.push({ code: what, news: { ...place, kind: 'HARM', value, metric } });
  }
  return told;
}

/** The kind of news for a verdict; undefined while there is none about the values. */
function kindOf(code: StoredVerdict['code']): ResultNews['kind'] | undefined {
  switch (code) {
    case 'NO_DATA':
    case 'TOO_EARLY':
      return undefined;
    case 'INVALID_SRM':
      return 'SRM';
    case 'GUARDRAIL_HARM':
      return 'HARM';
    case 'INVALID_ASSIGNMENT':
    case 'WINNER_SIGNAL':
    case 'WINNER':
    case 'WINNER_GUARDRAILS_OPEN':
    case 'LOSER':
    case 'EQUIVALENT':
    case 'NO_DIFFERENCE':
    case 'RUNNING':
      return 'VERDICT';
  }
}

/** The verdict names one harmed guardrail; news are sent for each, also before the goal can be judged. */
function harmsOf({ metrics }: EvaluatedPhase): { readonly no: number; readonly value: string }[] {
  return metrics.flatMap(({ no, comparisons }) =>
    comparisons
      .filter(({ guardrail }) => guardrail === 'HARMED')
      .map(({ value }) => ({ no, value })),
  );
}
