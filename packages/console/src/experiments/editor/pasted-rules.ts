import {
  type CopiedRule,
  copiedRules,
  type PartNames,
} from '@comporta/contract/experiments/copied-rules';
import type { RulePartDraft } from '@comporta/contract/experiments/rule-draft';
import type { ValueSpecDraft } from '@comporta/contract/experiments/value-spec-draft';
import { TARGET_GROUP_POLICIES, TARGET_GROUP_RULE_POLICIES } from '@comporta/engine/vocabulary';
import type { References } from '../references.ts';
import type { EditedPart } from '../rule/edited-part.ts';
import {
  type Audience,
  type EditedRule,
  type EditedValueSpec,
  newRuleKey,
  type RuledToggle,
} from '../rule/edited-rule.ts';
import { sharesOf } from '../split/split-editor.ts';

/**
 * Returns the rules in a text; undefined when the text holds something else. References to unknown names stay
 * empty.
 */
export function rulesInJson(
  text: string,
  { references, toggle }: { readonly references: References; readonly toggle: RuledToggle },
): readonly EditedRule[] | undefined {
  const copied = copiedRules(text);
  const rules = copied?.flatMap((rule) => pastedRule(rule, references, toggle) ?? []);
  return rules?.length === copied?.length ? rules : undefined;
}

function pastedRule(
  copied: CopiedRule,
  references: References,
  toggle: RuledToggle,
): EditedRule | undefined {
  const { draft, names } = copied;
  const { id, name, versionRule, valueSpec } = draft;
  const audience = pastedAudience(copied, references);
  if (audience === undefined || !valueSpec) return undefined;
  return {
    ...audience,
    key: newRuleKey(),
    ...(id && { id }),
    ...(name && { name }),
    ...(versionRule && {
      versionRule: pastedCondition(versionRule, names.versionRule, references),
    }),
    valueSpec: pastedValueSpec(valueSpec, names.valueSpec?.property, { references, toggle }),
  };
}

function pastedValueSpec(
  { type, exactValue, split, by }: ValueSpecDraft,
  property: string | null | undefined,
  { references, toggle }: { readonly references: References; readonly toggle: RuledToggle },
): EditedValueSpec {
  if (type !== 'SPLIT' && type !== 'SPLIT_BY') return { type: 'EXACT_VALUE', exactValue };
  const shares = sharesOf(split ?? {}, toggle.values);
  if (type === 'SPLIT') return { type, shares };
  return { type: 'SPLIT', shares, by: knownProperty(by ?? '', property, references) };
}

function pastedAudience(
  { draft, names }: CopiedRule,
  references: References,
): Audience | undefined {
  const { type, combinedRule } = draft;
  if (type === 'ALL_USERS') return { type };
  if (type !== 'COMBINED') return pastedPart(draft, names, references);
  const policy = TARGET_GROUP_POLICIES.find((known) => known === combinedRule?.policy);
  const drafts = combinedRule?.conditions ?? [];
  const conditions = drafts.flatMap((part, index) => {
    const pasted = pastedPart(part, names.combinedRule?.conditions?.[index] ?? {}, references);
    return pasted ? [{ ...pasted, key: newRuleKey() }] : [];
  });
  if (policy === undefined || conditions.length < drafts.length) return undefined;
  const [first, ...others] = conditions;
  if (first === undefined || others.length === 0) return first;
  return { type, combinedRule: { policy, conditions } };
}

function pastedPart(
  { type, propertyRule, targetGroupRule, toggleDependencyRule }: RulePartDraft,
  names: PartNames,
  references: References,
): EditedPart | undefined {
  if (type === 'PROPERTY' && propertyRule) {
    return { type, propertyRule: pastedCondition(propertyRule, names.propertyRule, references) };
  }
  if (type === 'TARGET_GROUP' && targetGroupRule) {
    const policy = TARGET_GROUP_RULE_POLICIES.find((known) => known === targetGroupRule.policy);
    const groupNames = names.targetGroupRule?.targetGroups ?? [];
    const targetGroupsIds = targetGroupRule.targetGroupsIds.flatMap(
      (id, index) => knownId(id, groupNames[index], references.targetGroups) ?? [],
    );
    return policy && { type, targetGroupRule: { policy, targetGroupsIds } };
  }
  if (type === 'TOGGLE_DEPENDENCY' && toggleDependencyRule) {
    const { toggleId: id, value } = toggleDependencyRule;
    const toggleId = knownId(id, names.toggleDependencyRule?.toggle, references.toggles) ?? '';
    return { type, toggleDependencyRule: { toggleId, value } };
  }
  return undefined;
}

function pastedCondition<Condition extends { readonly propertyId: string }>(
  condition: Condition,
  names: PartNames['propertyRule'],
  references: References,
): Condition {
  return {
    ...condition,
    propertyId: knownProperty(condition.propertyId, names?.property, references),
  };
}

function knownProperty(
  id: string,
  key: string | null | undefined,
  { properties }: References,
): string {
  const byKey = new Map([...properties].map(([one, { key: name }]) => [one, { name }]));
  return knownId(id, key, byKey) ?? '';
}

/** Returns the id itself if it exists here, else the id of the thing with that name. */
function knownId(
  id: string,
  name: string | null | undefined,
  things: ReadonlyMap<string, { readonly name: string }>,
): string | undefined {
  if (things.has(id)) return id;
  return [...things].find(([, thing]) => thing.name === name)?.[0];
}
