import { conditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { namedRule, type RuleNames } from '@comporta/contract/experiments/named-rule';
import type { StoredExperiment } from './experiment-repository.ts';
import type { NamedReferences } from './references-repository.ts';

/** What the audit log keeps of an experiment. */
export function experimentAudit(
  { toggleName, status, rules }: StoredExperiment,
  references: NamedReferences,
) {
  const properties = conditionProperties(references.properties);
  const toggleNames = namesById(references.toggles);
  const groupNames = namesById(references.targetGroups);
  const names: RuleNames = {
    condition: (condition) => namedCondition(condition, properties),
    targetGroup: (id) => groupNames.get(id) ?? id,
    toggle: (id) => toggleNames.get(id) ?? id,
  };
  return { toggle: toggleName, status, rules: rules.map((rule) => namedRule(rule, names)) };
}

function namesById(
  things: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  return new Map(things.map(({ id, name }) => [id, name]));
}
