import { conditionProperties } from '@comporta/contract/conditions/condition';
import type { Rule } from '@comporta/engine/snapshot';
import { type RecordedRule, recordedCondition } from '../platform/changes/audit-shapes.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import type { NamedSurroundings } from './surroundings-repository.ts';

/** What the audit log keeps of an experiment. */
export function auditOf(
  { toggleName, status, rules }: StoredExperiment,
  surroundings: NamedSurroundings,
) {
  const properties = conditionProperties(surroundings.properties);
  const toggleNames = namesById(surroundings.toggles);
  const groupNames = namesById(surroundings.targetGroups);

  function recordedPart(rule: Rule): Omit<RecordedRule, 'type' | 'versionRule' | 'valueSpec'> {
    switch (rule.type) {
      case 'ALL_USERS':
        return {};
      case 'PROPERTY':
        return { propertyRule: recordedCondition(rule.propertyRule, properties) };
      case 'TARGET_GROUP': {
        const { policy, targetGroupsIds } = rule.targetGroupRule;
        const targetGroups = targetGroupsIds.map((id) => groupNames.get(id) ?? id);
        return { targetGroupRule: { policy, targetGroups } };
      }
      case 'TOGGLE_DEPENDENCY': {
        const { toggleId, value } = rule.toggleDependencyRule;
        return { toggleDependencyRule: { toggle: toggleNames.get(toggleId) ?? toggleId, value } };
      }
    }
  }

  function recordedRule(rule: Rule): RecordedRule {
    const { type, valueSpec, versionRule } = rule;
    const recorded = { type, ...recordedPart(rule), valueSpec };
    return versionRule === undefined
      ? recorded
      : { ...recorded, versionRule: recordedCondition(versionRule, properties) };
  }

  return { toggle: toggleName, status, rules: rules.map(recordedRule) };
}

function namesById(
  things: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}
