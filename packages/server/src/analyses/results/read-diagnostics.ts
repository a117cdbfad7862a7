import type { Diagnostics } from '@comporta/contract/analyses/diagnosis';
import type { StoredAnalysis } from '../analysis-repository.ts';
import { type Looking, lookAtPhase } from './look-at-phase.ts';
import { chosenPhase } from './read-results.ts';

/** Why an analysis has no results yet. Source: RES-76. */
export async function readDiagnostics(
  looking: Looking,
  analyses: readonly StoredAnalysis[],
  asked: { readonly analysis?: string | undefined },
): Promise<Diagnostics> {
  const { analysis, phase } = chosenPhase(analyses, asked);
  const looked = await lookAtPhase(looking, analysis, phase);
  if (looked === undefined) return {};
  const { code } = looked.evaluated.verdict;
  const hasNone = code === 'NO_DATA' || code === 'TOO_EARLY';
  return hasNone ? { diagnosis: looked.step } : {};
}
