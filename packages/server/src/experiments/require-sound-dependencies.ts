import { circularDependencies } from '@comporta/engine/dependency-cycles';
import type { Rule, ToggleDependencyRule } from '@comporta/engine/snapshot';
import { rejectionOf } from '../platform/base/value-or-reject.ts';
import type { Sql } from '../platform/database/database.ts';
import { pausedAmong, readDependencies } from './dependency-repository.ts';
import type { StoredExperiment } from './experiment-repository.ts';

/**
 * Refuses dependencies that lead back to the experiment's own toggle, and new ones on a toggle whose
 * experiment is paused. Looks at what is already written, so the refusal undoes the write; the
 * application is held, so nobody else writes in between.
 */
export async function requireSoundDependencies(
  sql: Sql,
  experiment: StoredExperiment,
  rulesBefore: readonly Rule[],
): Promise<void> {
  const dependencies = dependenciesOf(experiment.rules);
  if (dependencies.length === 0) return;
  const circular = circularDependencies(await readDependencies(sql, experiment.envId));
  const leadingBack = circular.get(experiment.toggleId);
  refuseFirst(dependencies, leadingBack, 'CIRCULAR_TOGGLE_DEPENDENCY');

  const known = new Set(dependenciesOf(rulesBefore).map(keyOf));
  const added = dependencies.filter((dependency) => !known.has(keyOf(dependency)));
  const toggleIds = added.map(({ toggleId }) => toggleId);
  const paused = await pausedAmong(sql, experiment.envId, toggleIds);
  refuseFirst(added, paused, 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT');
}

/** A dependency and the index of its rule. */
interface Dependency extends ToggleDependencyRule {
  readonly index: number;
}

function dependenciesOf(rules: readonly Rule[]): Dependency[] {
  return rules.flatMap((rule, index) =>
    rule.type === 'TOGGLE_DEPENDENCY' ? [{ ...rule.toggleDependencyRule, index }] : [],
  );
}

function keyOf({ toggleId, value }: ToggleDependencyRule): string {
  return `${toggleId} ${value}`;
}

/** Of several refused toggles the first is told, with each rule that depends on it. */
function refuseFirst(
  dependencies: readonly Dependency[],
  refused: ReadonlySet<string> | undefined,
  code: 'CIRCULAR_TOGGLE_DEPENDENCY' | 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT',
): void {
  const toggleId = dependencies.find((dependency) => refused?.has(dependency.toggleId))?.toggleId;
  const [first, ...others] = dependencies
    .filter((dependency) => dependency.toggleId === toggleId)
    .map(({ index }) => ({
      code,
      at: ['rules', index, 'toggleDependencyRule', 'toggleId'],
      meta: { toggle_id: toggleId },
    }));
  if (first !== undefined) throw rejectionOf([first, ...others]);
}
