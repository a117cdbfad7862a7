import { placedParts } from '@comporta/contract/experiments/placed-parts';
import type { Problem } from '@comporta/contract/problem';
import { CHAIN_MAX_TOGGLES, chainsThrough } from '@comporta/engine/chains/dependency-chains';
import { circularDependencies, type Dependencies } from '@comporta/engine/dependency-cycles';
import type { Rule, ToggleDependencyRule } from '@comporta/engine/snapshot';
import { rejectionOf } from '../platform/base/value-or-reject.ts';
import type { Sql } from '../platform/database/database.ts';
import { pausedAmong, readDependencies } from './dependency-repository.ts';
import type { StoredExperiment } from './experiment-repository.ts';

/**
 * Refuses dependencies that lead back to the experiment's own toggle, new ones in a chain that is too long, and new ones
 * on a toggle whose experiment is paused. It checks what the transaction has already written, so a refusal rolls the write back.
 * The application is locked, so no other transaction writes in between.
 */
export async function requireSoundDependencies(
  sql: Sql,
  experiment: StoredExperiment,
  rulesBefore: readonly Rule[],
): Promise<void> {
  const toggleIds = dependenciesOf(experiment.rules).map(({ toggleId }) => toggleId);
  if (toggleIds.length === 0) return;
  const dependencies = await readDependencies(sql, experiment.envId);
  const circular = circularDependencies(dependencies);
  const paused = await pausedAmong(sql, experiment.envId, toggleIds);
  const chainThrough = chainsThrough(dependencies, circular);
  refuseUnsound(experiment, rulesBefore, { circular, chainThrough, paused });
}

interface DependencyState {
  /** The circular dependencies between the toggles of the environment, this experiment included. */
  readonly circular: Dependencies;
  /** How many toggles the longest chain through a toggle has. */
  readonly chainThrough: (toggleId: string) => number;
  /** Toggles whose experiment is paused. */
  readonly paused: ReadonlySet<string>;
}

/** The same check when circular dependencies and paused toggles are already known. */
export function refuseUnsound(
  { toggleId, rules }: Pick<StoredExperiment, 'toggleId' | 'rules'>,
  rulesBefore: readonly Rule[],
  { circular, chainThrough, paused }: DependencyState,
): void {
  const dependencies = dependenciesOf(rules);
  refuseFirst(dependencies, circular.get(toggleId), { code: 'CIRCULAR_TOGGLE_DEPENDENCY' });
  const before = dependenciesOf(rulesBefore);
  refuseLongChain(dependencies, before, () => chainThrough(toggleId));
  const known = new Set(before.map(keyOf));
  const added = dependencies.filter((dependency) => !known.has(keyOf(dependency)));
  refuseFirst(added, paused, { code: 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT' });
}

/** What was stored with a longer chain stays editable: another value of the same toggle adds no dependency. Source: RUL-50. */
function refuseLongChain(
  dependencies: readonly Dependency[],
  before: readonly Dependency[],
  measure: () => number,
): void {
  const known = new Set(before.map(({ toggleId }) => toggleId));
  const added = dependencies.filter(({ toggleId }) => !known.has(toggleId));
  const length = added.length === 0 ? 0 : measure();
  if (length <= CHAIN_MAX_TOGGLES) return;
  const meta = { limit: CHAIN_MAX_TOGGLES, length };
  const refused = new Set(added.map(({ toggleId }) => toggleId));
  refuseFirst(added, refused, { code: 'DEPENDENCY_CHAIN_TOO_LONG', meta });
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

type SoundnessCode =
  | 'CIRCULAR_TOGGLE_DEPENDENCY'
  | 'DEPENDENCY_CHAIN_TOO_LONG'
  | 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT';

/** Reports the first refused toggle only, with every rule that depends on it. */
function refuseFirst(
  dependencies: readonly Dependency[],
  refused: ReadonlySet<string> | undefined,
  { code, meta }: { readonly code: SoundnessCode; readonly meta?: object },
): void {
  const toggleId = dependencies.find((dependency) => refused?.has(dependency.toggleId))?.toggleId;
  const [first, ...others] = dependencies
    .filter((dependency) => dependency.toggleId === toggleId)
    .map(({ at }) => ({ code, at, meta: { ...meta, toggle_id: toggleId } }));
  if (first !== undefined) throw rejectionOf([first, ...others]);
}
