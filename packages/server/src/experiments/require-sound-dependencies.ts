import { placedParts } from '@comporta/contract/experiments/placed-parts';
import type { Problem } from '@comporta/contract/problem';
import { circularDependencies, type Dependencies } from '@comporta/engine/dependency-cycles';
import type { Rule, ToggleDependencyRule } from '@comporta/engine/snapshot';
import { rejectionOf } from '../platform/base/value-or-reject.ts';
import type { Sql } from '../platform/database/database.ts';
import { pausedAmong, readDependencies } from './dependency-repository.ts';
import type { StoredExperiment } from './experiment-repository.ts';

/**
 * Refuses dependencies that lead back to the experiment's own toggle, and new dependencies on a toggle whose
 * experiment is paused. It checks what the transaction has already written, so a refusal rolls the write back.
 * The application is locked, so no other transaction writes in between.
 */
export async function requireSoundDependencies(
  sql: Sql,
  experiment: StoredExperiment,
  rulesBefore: readonly Rule[],
): Promise<void> {
  const toggleIds = dependenciesOf(experiment.rules).map(({ toggleId }) => toggleId);
  if (toggleIds.length === 0) return;
  const circular = circularDependencies(await readDependencies(sql, experiment.envId));
  const paused = await pausedAmong(sql, experiment.envId, toggleIds);
  refuseUnsound(experiment, rulesBefore, { circular, paused });
}

interface DependencyState {
  /** The circular dependencies between the toggles of the environment, this experiment included. */
  readonly circular: Dependencies;
  /** Toggles whose experiment is paused. */
  readonly paused: ReadonlySet<string>;
}

/** The same check when circular dependencies and paused toggles are already known. */
export function refuseUnsound(
  { toggleId, rules }: Pick<StoredExperiment, 'toggleId' | 'rules'>,
  rulesBefore: readonly Rule[],
  { circular, paused }: DependencyState,
): void {
  const dependencies = dependenciesOf(rules);
  refuseFirst(dependencies, circular.get(toggleId), 'CIRCULAR_TOGGLE_DEPENDENCY');
  const known = new Set(dependenciesOf(rulesBefore).map(keyOf));
  const added = dependencies.filter((dependency) => !known.has(keyOf(dependency)));
  refuseFirst(added, paused, 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT');
}

/** A dependency and its place in the experiment. */
interface Dependency extends ToggleDependencyRule {
  readonly at: Problem['at'];
}

function dependenciesOf(rules: readonly Rule[]): Dependency[] {
  return placedParts(rules).flatMap(({ part, at }) =>
    part.type === 'TOGGLE_DEPENDENCY'
      ? [{ ...part.toggleDependencyRule, at: [...at, 'toggleDependencyRule', 'toggleId'] }]
      : [],
  );
}

function keyOf({ toggleId, value }: ToggleDependencyRule): string {
  return `${toggleId} ${value}`;
}

/** Reports the first refused toggle only, with every rule that depends on it. */
function refuseFirst(
  dependencies: readonly Dependency[],
  refused: ReadonlySet<string> | undefined,
  code: 'CIRCULAR_TOGGLE_DEPENDENCY' | 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
): void {
  const toggleId = dependencies.find((dependency) => refused?.has(dependency.toggleId))?.toggleId;
  const [first, ...others] = dependencies
    .filter((dependency) => dependency.toggleId === toggleId)
    .map(({ at }) => ({ code, at, meta: { toggle_id: toggleId } }));
  if (first !== undefined) throw rejectionOf([first, ...others]);
}
