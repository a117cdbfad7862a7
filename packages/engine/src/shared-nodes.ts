import { type CompiledCondition, compileCondition } from './condition.ts';
import type { IdLists } from './id-lists/id-lists.ts';
import { type CompiledProperty, compileProperty, UID_PROPERTY } from './property.ts';
import type { Nodes } from './rule.ts';
import { type CombinedFacts, combinedIn, newCombinedFacts } from './rules/combined-facts.ts';
import { partsOf } from './rules/parts-of.ts';
import type { Condition, Snapshot, SnapshotExperiment } from './snapshot.ts';
import { type CompiledTargetGroup, compileTargetGroup } from './target-group.ts';

/** The properties, conditions and target groups of a compiled snapshot, each compiled once. */
export interface SharedNodes extends Nodes {
  readonly conditions: Map<string, CompiledCondition>;
  readonly targetGroups: ReadonlyMap<string, CompiledTargetGroup>;
  readonly combinedFacts: CombinedFacts;
  /** Ids of the properties and target groups that differ from the previous snapshot. */
  readonly changed: ReadonlySet<string>;
}

/** Reuses unchanged parts of `previous`, which has the same lists; pauses after each target group that changed. */
export function* shareNodes(
  snapshot: Snapshot,
  previous: SharedNodes | undefined,
  lists: IdLists,
): Generator<void, SharedNodes> {
  const changed = new Set<string>();
  const properties = compileProperties(snapshot, previous, changed);
  const conditions = previous?.conditions ?? new Map<string, CompiledCondition>();
  const condition = (source: Condition): CompiledCondition => {
    const property = properties.get(source.propertyId);
    const key = keyOf(source);
    const held = conditions.get(key);
    if (held !== undefined && held.property === property) return held;
    const made = compileCondition(source, property, { condition, lists });
    conditions.set(key, made);
    return made;
  };
  const targetGroups = new Map<string, CompiledTargetGroup>();
  for (const source of snapshot.targetGroups) {
    const held = previous?.targetGroups.get(source.id);
    const isUnchanged =
      held?.source === source && !source.conditions.some((one) => changed.has(one.propertyId));
    if (isUnchanged) {
      targetGroups.set(source.id, held);
      continue;
    }
    targetGroups.set(source.id, compileTargetGroup(source, source.conditions.map(condition)));
    changed.add(source.id);
    yield;
  }
  addRemoved(previous?.targetGroups, targetGroups, changed);
  const combinedFacts = previous?.combinedFacts ?? newCombinedFacts();
  return {
    properties,
    conditions,
    targetGroups,
    combinedFacts,
    lists,
    changed,
    condition,
    targetGroup: (id) => targetGroups.get(id) ?? missingTargetGroup(id),
    combined: combinedIn(combinedFacts),
  };
}

function compileProperties(
  snapshot: Snapshot,
  previous: SharedNodes | undefined,
  changed: Set<string>,
): Map<string, CompiledProperty> {
  const properties = new Map<string, CompiledProperty>();
  for (const source of [UID_PROPERTY, ...snapshot.properties]) {
    const held = previous?.properties.get(source.id);
    if (held?.source === source) {
      properties.set(source.id, held);
      continue;
    }
    properties.set(source.id, compileProperty(source));
    changed.add(source.id);
  }
  addRemoved(previous?.properties, properties, changed);
  return properties;
}

function addRemoved(
  before: ReadonlyMap<string, unknown> | undefined,
  now: ReadonlyMap<string, unknown>,
  changed: Set<string>,
): void {
  for (const id of before?.keys() ?? []) if (!now.has(id)) changed.add(id);
}

/** Unambiguous for any id and term: an expression contains no blank, and the length of the id is part of the key. */
function keyOf({ propertyId, expression, term }: Condition): string {
  return `${expression} ${propertyId.length} ${propertyId}${term}`;
}

/** A group that a rule uses cannot be deleted. If one is missing nevertheless, it matches nobody. */
function missingTargetGroup(id: string): CompiledTargetGroup {
  return compileTargetGroup({ id, name: id, policy: 'OR', conditions: [] }, []);
}

/** Whether a rule of the experiment uses one of these properties or target groups, given by id. */
export function usesAny(
  experiment: SnapshotExperiment | undefined,
  ids: ReadonlySet<string>,
): boolean {
  if (experiment === undefined || ids.size === 0) return false;
  return experiment.rules.some(
    (rule) =>
      (rule.valueSpec.type === 'SPLIT_BY' && ids.has(rule.valueSpec.by)) ||
      (rule.versionRule !== undefined && ids.has(rule.versionRule.propertyId)) ||
      partsOf(rule).some(
        (part) =>
          (part.type === 'PROPERTY' && ids.has(part.propertyRule.propertyId)) ||
          (part.type === 'TARGET_GROUP' &&
            part.targetGroupRule.targetGroupsIds.some((id) => ids.has(id))),
      ),
  );
}
