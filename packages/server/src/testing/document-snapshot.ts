import type { NamedPart, NamedRule } from '@comporta/contract/experiments/named-rule';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import {
  type Condition,
  type Rule,
  SNAPSHOT_FORMAT,
  type Snapshot,
} from '@comporta/engine/snapshot';

/** The engine's snapshot of one environment of a document; names serve as ids. */
export function snapshotOfDocument(document: ApplicationDocument, environment: string): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    application: { id: document.application, name: document.application },
    environment: { id: environment, name: environment },
    revision: 1,
    properties: document.properties.map(({ key, type }) => ({ id: key, key, type })),
    targetGroups: document.targetGroups.map(({ name, policy, conditions }) => ({
      id: name,
      name,
      policy: policy as 'OR', // The checks accept the document; otherwise the test fails.
      conditions: conditions.map(conditionOf),
    })),
    toggles: document.toggles.map((toggle) => ({ id: toggle.name, ...toggle })),
    experiments: document.experiments
      .filter((experiment) => experiment.environment === environment)
      .map(({ toggle, rules, ...experiment }) => ({
        ...experiment,
        id: toggle,
        toggleId: toggle,
        rules: rules.map(ruleOf),
      })),
  };
}

function conditionOf(condition: NonNullable<NamedRule['propertyRule']>): Condition {
  return { ...condition, propertyId: condition.property } as Condition; // As above.
}

function ruleOf({ versionRule, combinedRule, ...rule }: Omit<NamedRule, 'name'>): Rule {
  const stored = {
    ...partOf(rule),
    ...(versionRule && { versionRule: conditionOf(versionRule) }),
    ...(combinedRule && {
      combinedRule: { ...combinedRule, conditions: combinedRule.conditions.map(partOf) },
    }),
  };
  return stored as Rule; // As above.
}

function partOf<Part extends NamedPart>({ propertyRule, ...part }: Part) {
  const { targetGroupRule, toggleDependencyRule } = part;
  return {
    ...part,
    ...(propertyRule && { propertyRule: conditionOf(propertyRule) }),
    ...(targetGroupRule && {
      targetGroupRule: {
        policy: targetGroupRule.policy,
        targetGroupsIds: targetGroupRule.targetGroups,
      },
    }),
    ...(toggleDependencyRule && {
      toggleDependencyRule: {
        toggleId: toggleDependencyRule.toggle,
        value: toggleDependencyRule.value,
      },
    }),
  };
}
