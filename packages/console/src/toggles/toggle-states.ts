import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { EXPERIMENT_STATUSES, type ExperimentStatus } from '@comporta/engine/vocabulary';

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

/** What a list can be narrowed to: toggles with such an experiment anywhere, or without any. */
export const STATE_FILTERS = [...EXPERIMENT_STATUSES, 'NONE'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export function stateFilterNamed(text: string | null): StateFilter | undefined {
  return STATE_FILTERS.find((known) => known === text);
}

export function passes(states: ToggleStates, toggleId: string, filter: StateFilter): boolean {
  const experiments = statesOfToggle(states, toggleId);
  if (filter === 'NONE') return experiments.size === 0;
  return [...experiments.values()].some(({ status }) => status === filter);
}

/** Sorts active first, then paused, then what has no experiment. */
export function stateRank(status: ExperimentStatus | undefined): number {
  return status === undefined ? EXPERIMENT_STATUSES.length : EXPERIMENT_STATUSES.indexOf(status);
}
