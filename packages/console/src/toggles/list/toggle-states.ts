import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { sharesOf } from '../../parts/outcome/outcome-words.ts';

/** The experiments of an application: by toggle, then by environment. */
export type ToggleStates = ReadonlyMap<string, ReadonlyMap<string, ExperimentSummary>>;

const NOWHERE: ReadonlyMap<string, ExperimentSummary> = new Map();

export function statesOf(summaries: readonly ExperimentSummary[]): ToggleStates {
  const states = new Map<string, Map<string, ExperimentSummary>>();
  for (const summary of summaries) {
    const ofToggle = states.get(summary.toggleId) ?? new Map<string, ExperimentSummary>();
    states.set(summary.toggleId, ofToggle.set(summary.envId, summary));
  }
  return states;
}

/** The experiments of one toggle, by environment. */
export function statesOfToggle(states: ToggleStates, toggleId: string) {
  return states.get(toggleId) ?? NOWHERE;
}

/** The words for the state of a toggle in an environment, which the filter uses. */
export const STATE_WORDS = ['on', 'off', 'split', 'rules', 'paused', 'none'] as const;
export type StateWord = (typeof STATE_WORDS)[number];

/** The word for a state; addresses hold it. `off` while everyone gets the default, `on` while everyone gets another value. */
export function stateWordOf(
  { defaultValue }: Pick<Toggle, 'defaultValue'>,
  experiment: Pick<ExperimentSummary, 'status' | 'outcome'> | undefined,
): StateWord {
  if (experiment === undefined) return 'none';
  const { status, outcome } = experiment;
  if (status !== 'ACTIVE') return 'paused';
  if (outcome.type === 'SPLIT') return 'split';
  if (outcome.type === 'RULES') return 'rules';
  return outcome.value === defaultValue ? 'off' : 'on';
}

/**
 * A rank to sort states by how much users see: everyone, splits by their share, rules, the default, paused,
 * none.
 */
export function stateRank(
  { defaultValue }: Pick<Toggle, 'defaultValue'>,
  experiment: Pick<ExperimentSummary, 'status' | 'outcome'> | undefined,
): number {
  if (experiment === undefined) return 500;
  const { status, outcome } = experiment;
  if (status !== 'ACTIVE') return 400;
  if (outcome.type === 'SPLIT') return 100 + (sharesOf(outcome)[defaultValue] ?? 0);
  if (outcome.type === 'RULES') return 250;
  return outcome.value === defaultValue ? 300 : 0;
}

/** The latest of a toggle's own change and those of its experiments. */
export function latestChange(
  toggle: Pick<Toggle, 'lastChanged'>,
  experiments: ReadonlyMap<string, Pick<ExperimentSummary, 'lastChanged'>>,
): Toggle['lastChanged'] {
  let latest = toggle.lastChanged;
  for (const { lastChanged } of experiments.values()) {
    // ISO times in UTC sort as text.
    if (lastChanged.at > latest.at) latest = lastChanged;
  }
  return latest;
}
