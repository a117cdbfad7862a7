import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import type { NamedPart } from '@comporta/contract/experiments/named-rule';
import type { DocumentExperiment } from '@comporta/contract/nouns/document-lists';
import { UID, usesList } from '@comporta/engine/vocabulary';
import type { NamedThings } from './stored-entities.ts';

/** The ids behind names; grows while an import creates things. */
export interface IdsByName {
  readonly properties: Map<string, string>;
  readonly targetGroups: Map<string, string>;
  readonly toggles: Map<string, string>;
  readonly idLists: Map<string, string>;
}

export function idsByNameOf({
  properties,
  targetGroups,
  toggles,
  idLists,
}: NamedThings): IdsByName {
  return {
    properties: new Map(properties.map(({ id, key }) => [key, id] as const)).set(UID, UID),
    targetGroups: new Map(targetGroups.map(({ id, name }) => [name, id])),
    toggles: new Map(toggles.map(({ id, name }) => [name, id])),
    idLists: new Map(idLists.map(({ id, name }) => [name, id])),
  };
}

type DocumentCondition = NonNullable<NamedPart['propertyRule']>;

/** An unknown name becomes the empty id, which the checks reject with the code of the field. */
export function experimentDraft(
  { toggle, rules }: DocumentExperiment,
  ids: IdsByName,
): ExperimentDraft {
  return {
    toggleId: ids.toggles.get(toggle) ?? '',
    rules: rules.map((rule, index) => ({
      order: index + 1,
      name: rule.name,
      ...partDraft(rule, ids),
      combinedRule: rule.combinedRule && {
        policy: rule.combinedRule.policy,
        conditions: rule.combinedRule.conditions.map((part) => partDraft(part, ids)),
      },
      versionRule: rule.versionRule && conditionDraft(rule.versionRule, ids),
      valueSpec: {
        ...rule.valueSpec,
        exactValue: rule.valueSpec.exactValue ?? '',
        ...(rule.valueSpec.by !== undefined && {
          by: ids.properties.get(rule.valueSpec.by) ?? '',
        }),
      },
    })),
  };
}

function partDraft(part: NamedPart, ids: IdsByName) {
  const { type, propertyRule, targetGroupRule, toggleDependencyRule } = part;
  return {
    type,
    propertyRule: propertyRule && conditionDraft(propertyRule, ids),
    targetGroupRule: targetGroupRule && {
      policy: targetGroupRule.policy,
      targetGroupsIds: targetGroupRule.targetGroups.map((name) => ids.targetGroups.get(name) ?? ''),
    },
    toggleDependencyRule: toggleDependencyRule && {
      toggleId: ids.toggles.get(toggleDependencyRule.toggle) ?? '',
      value: toggleDependencyRule.value,
    },
  };
}

export function conditionDraft({ property, expression, term }: DocumentCondition, ids: IdsByName) {
  return {
    propertyId: ids.properties.get(property) ?? '',
    expression,
    term: usesList(expression) ? (ids.idLists.get(term) ?? '') : term,
  };
}
