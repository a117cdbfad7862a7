import type { References } from '../references.ts';
import { type ExperimentForm, sentOf } from './experiment-form.ts';

/** What one condition of a rule refers to. */
interface SentPart {
  readonly propertyRule: { readonly propertyId: string } | undefined;
  readonly targetGroupRule: { readonly targetGroupsIds: readonly string[] };
  readonly toggleDependencyRule: { readonly toggleId: string };
}

/**
 * Returns the rules in the format of the API, with names beside the ids: for a script, a ticket, or another
 * experiment, where the names may have other ids.
 */
export function rulesAsJson(form: ExperimentForm, references: References): string {
  const { properties, targetGroups, toggles } = references;
  const named = <Condition extends { readonly propertyId: string }>(condition: Condition) => ({
    ...condition,
    property: properties.get(condition.propertyId)?.key,
  });
  const namedPart = <Part extends object>(part: Part & Partial<SentPart>) => ({
    ...part,
    ...(part.propertyRule && { propertyRule: named(part.propertyRule) }),
    ...(part.targetGroupRule && {
      targetGroupRule: {
        ...part.targetGroupRule,
        targetGroups: part.targetGroupRule.targetGroupsIds.map((id) => targetGroups.get(id)?.name),
      },
    }),
    ...(part.toggleDependencyRule && {
      toggleDependencyRule: {
        ...part.toggleDependencyRule,
        toggle: toggles.get(part.toggleDependencyRule.toggleId)?.name,
      },
    }),
  });
  const rules = sentOf(form).rules.map((rule) => ({
    ...namedPart(rule),
    ...('combinedRule' in rule && {
      combinedRule: {
        ...rule.combinedRule,
        conditions: rule.combinedRule.conditions.map((part) => namedPart(part)),
      },
    }),
    ...(rule.versionRule && { versionRule: named(rule.versionRule) }),
    ...(rule.valueSpec.type === 'SPLIT_BY' && {
      valueSpec: { ...rule.valueSpec, property: properties.get(rule.valueSpec.by)?.key },
    }),
  }));
  return JSON.stringify(rules, undefined, 2);
}
