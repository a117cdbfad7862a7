import { type CompiledCondition, compileCondition } from './condition.ts';
import { circularDependencies, type Dependencies } from './dependency-cycles.ts';
import { type CompiledProperty, compileProperty, UID_PROPERTY } from './property.ts';
import type { Nodes } from './rule.ts';
import type { Condition, Snapshot, SnapshotExperiment } from './snapshot.ts';
import { type CompiledTargetGroup, compileTargetGroup } from './target-group.ts';
import { type CompiledToggle, compileToggle, outcomeOf } from './toggle.ts';
import { type Answers, newWalk, type Walk } from './walk.ts';

/** A snapshot ready to be evaluated. Reuses memory between evaluations, so it must stay in one thread. */
export interface CompiledSnapshot extends Answers {
  readonly source: Snapshot;
  /** In the order of the snapshot. */
  readonly toggles: readonly CompiledToggle[];
  readonly togglesByName: ReadonlyMap<string, CompiledToggle>;
  readonly togglesById: ReadonlyMap<string, CompiledToggle>;
  readonly walk: Walk;
}

export function compile(snapshot: Snapshot): CompiledSnapshot {
  const nodes = sharedNodes(snapshot);
  const experiments = new Map<string, SnapshotExperiment>();
  for (const experiment of snapshot.experiments) experiments.set(experiment.toggleId, experiment);
  const toggles = snapshot.toggles.map((toggle) =>
    compileToggle(toggle, experiments.get(toggle.id), nodes),
  );
  const togglesById = new Map(toggles.map((toggle) => [toggle.source.id, toggle]));
  const circular = circularDependencies(dependenciesOf(toggles));
  return {
    source: snapshot,
    toggles,
    togglesByName: new Map(toggles.map((toggle) => [toggle.source.name, toggle])),
    togglesById,
    walk: newWalk(),
    answerOf(toggleId, askedBy, walk) {
      if (circular.get(askedBy)?.has(toggleId)) return 'CYCLE';
      const toggle = togglesById.get(toggleId);
      return toggle && outcomeOf(toggle, walk);
    },
  };
}

function sharedNodes(snapshot: Snapshot): Nodes {
  const properties = new Map<string, CompiledProperty>();
  for (const source of [UID_PROPERTY, ...snapshot.properties]) {
    properties.set(source.id, compileProperty(source));
  }
  const conditions = new Map<string, CompiledCondition>();
  const condition = (source: Condition): CompiledCondition => {
    const key = JSON.stringify([source.propertyId, source.expression, source.term]);
    let node = conditions.get(key);
    if (node === undefined) {
      node = compileCondition(source, properties.get(source.propertyId));
      conditions.set(key, node);
    }
    return node;
  };
  const targetGroups = new Map<string, CompiledTargetGroup>();
  for (const source of snapshot.targetGroups) {
    targetGroups.set(source.id, compileTargetGroup(source, source.conditions.map(condition)));
  }
  return { condition, targetGroup: (id) => targetGroups.get(id) ?? missingTargetGroup(id) };
}

/** A group that no snapshot of a saved experiment lacks: it holds for nobody. */
function missingTargetGroup(id: string): CompiledTargetGroup {
  return compileTargetGroup({ id, name: id, policy: 'OR', conditions: [] }, []);
}

function dependenciesOf(toggles: readonly CompiledToggle[]): Dependencies {
  const dependencies = new Map<string, Set<string>>();
  for (const toggle of toggles) {
    for (const { audience } of toggle.rules) {
      if (audience.type !== 'TOGGLE_DEPENDENCY') continue;
      const targets = dependencies.get(toggle.source.id) ?? new Set();
      dependencies.set(toggle.source.id, targets.add(audience.dependency.toggleId));
    }
  }
  return dependencies;
}
