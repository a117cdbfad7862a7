import { circularDependencies, type Dependencies } from './dependency-cycles.ts';
import { type SharedNodes, shareNodes, usesAny } from './shared-nodes.ts';
import type { Snapshot, SnapshotExperiment } from './snapshot.ts';
import { type CompiledToggle, compileToggle, outcomeOf } from './toggle.ts';
import { type Answers, newWalk, type Walk } from './walk.ts';

/** A snapshot ready to be evaluated, by `evaluate`, `evaluateAll` and `explain`. */
export interface CompiledSnapshot extends Answers {
  /** In the order of the snapshot. */
  readonly toggles: readonly CompiledToggle[];
  readonly togglesByName: ReadonlyMap<string, CompiledToggle>;
  readonly togglesById: ReadonlyMap<string, CompiledToggle>;
  readonly nodes: SharedNodes;
  readonly walk: Walk;
  /** What was compiled since, and in, the last compilation that took nothing over. */
  readonly compiledCount: number;
}

/** Below this many toggles, compiling everything is too cheap to be counted. */
const FEW_TOGGLES = 1000;

/**
 * Compiles a snapshot. With the snapshot compiled before, toggles are taken over whose own object,
 * experiment, properties and target groups are the identical objects: so build the next snapshot
 * from the objects of the one before. The result never depends on `previous`.
 */
export function compile(snapshot: Snapshot, previous?: CompiledSnapshot): CompiledSnapshot {
  const base = previous && isWorthContinuing(previous) ? previous : undefined;
  const nodes = shareNodes(snapshot, base?.nodes);
  const experiments = new Map<string, SnapshotExperiment>();
  for (const experiment of snapshot.experiments) experiments.set(experiment.toggleId, experiment);

  const toggles: CompiledToggle[] = [];
  const togglesByName = new Map<string, CompiledToggle>();
  const togglesById = new Map<string, CompiledToggle>();
  let compiledCount = (base?.compiledCount ?? 0) + nodes.changed.size;
  for (const source of snapshot.toggles) {
    const experiment = experiments.get(source.id);
    const held = base?.togglesById.get(source.id);
    const isUnchanged =
      held?.source === source &&
      held.experiment === experiment &&
      !usesAny(experiment, nodes.changed);
    const toggle = isUnchanged ? held : compileToggle(source, experiment, nodes);
    if (!isUnchanged) compiledCount++;
    toggles.push(toggle);
    togglesByName.set(source.name, toggle);
    togglesById.set(source.id, toggle);
  }

  const circular = circularDependencies(dependenciesOf(toggles));
  return {
    toggles,
    togglesByName,
    togglesById,
    nodes,
    walk: base?.walk ?? newWalk(),
    compiledCount,
    answerOf(toggleId, askedBy, walk) {
      if (circular.get(askedBy)?.has(toggleId)) return 'CYCLE';
      const toggle = togglesById.get(toggleId);
      return toggle && outcomeOf(toggle, walk);
    },
  };
}

/**
 * Conditions that no rule uses any more stay among the shared ones until a compilation starts from
 * nothing. Doing that after as many changes as there are toggles bounds them, and costs each
 * change no more than compiling one toggle.
 */
function isWorthContinuing({ compiledCount, toggles }: CompiledSnapshot): boolean {
  return compiledCount <= FEW_TOGGLES + 2 * toggles.length;
}

function dependenciesOf(toggles: readonly CompiledToggle[]): Dependencies {
  const dependencies = new Map<string, Set<string>>();
  for (const toggle of toggles) {
    for (const rule of toggle.rules) {
      if (rule.type !== 'TOGGLE_DEPENDENCY') continue;
      const targets = dependencies.get(toggle.source.id) ?? new Set();
      dependencies.set(toggle.source.id, targets.add(rule.dependency.toggleId));
    }
  }
  return dependencies;
}
