import type { CheckedRule } from '@comporta/contract/experiments/rule';
import type { RuleDraft } from '@comporta/contract/experiments/rule-draft';
import type { SimpleRuleType, TargetGroupPolicy } from '@comporta/engine/vocabulary';
import type { ConditionText } from '../../parts/conditions/condition-form.ts';
import { evenShares, type Share, sharesOf, splitOf } from '../split/split-editor.ts';
import { type EditedPart, emptyPart, loadedPart, partOf, sentPart } from './edited-part.ts';

/** The audience of a rule; it has the part of its type and no other. */
export type Audience =
  | { readonly type: 'ALL_USERS' }
  | EditedPart
  | { readonly type: 'COMBINED'; readonly combinedRule: EditedCombination };

/** At least two conditions. Each has a key that identifies it in this editor. */
export interface EditedCombination {
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly (EditedPart & { readonly key: string })[];
}

export type EditedValueSpec =
  | { readonly type: 'EXACT_VALUE'; readonly exactValue: string }
  | EditedSplit;

export interface EditedSplit {
  readonly type: 'SPLIT';
  /** Empty when the rule was loaded without a split. */
  readonly shares: readonly Share[];
  /** Id of the property whose values are divided; absent where the split divides users. */
  readonly by?: string | undefined;
}

/** A rule during editing; it may be unfinished. */
export type EditedRule = Audience & {
  /** Identifies the rule in this editor, wherever it is moved. */
  readonly key: string;
  /** The id on the server; absent until the rule is saved. */
  readonly id?: string | undefined;
  /** The name that users gave the rule. Empty means that the save removes it; absent means that there is none. */
  readonly name?: string | undefined;
  readonly valueSpec: EditedValueSpec;
  readonly versionRule?: ConditionText | undefined;
};

/** The parts of a toggle that its rules need. */
export interface RuledToggle {
  readonly values: readonly string[];
  readonly defaultValue: string;
}

let count = 0;

export function newRuleKey(): string {
  count += 1;
  return `rule-${count}`;
}

/**
 * Converts a loaded rule; `values` are those of the toggle. An older service may have stored a rule without a
 * required part: the part stays missing, and the check before a save reports it.
 */
export function editedRule(rule: CheckedRule, values: readonly string[]): EditedRule {
  const { id, name, valueSpec, versionRule } = rule;
  return {
    ...loadedAudience(rule),
    key: newRuleKey(),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    valueSpec: loadedValueSpec(valueSpec, values),
    ...(versionRule && { versionRule }),
  };
}

function loadedAudience(rule: CheckedRule): Audience {
  switch (rule.type) {
    case 'ALL_USERS':
      return { type: rule.type };
    case 'COMBINED': {
      const { policy, conditions } = rule.combinedRule;
      const keyed = conditions.map((part) => ({ ...loadedPart(part), key: newRuleKey() }));
      return { type: rule.type, combinedRule: { policy, conditions: keyed } };
    }
    default:
      return loadedPart(rule);
  }
}

function loadedValueSpec(
  valueSpec: CheckedRule['valueSpec'] | undefined,
  values: readonly string[],
): EditedValueSpec {
  if (valueSpec === undefined || valueSpec.type === 'EXACT_VALUE') {
    return { type: 'EXACT_VALUE', exactValue: valueSpec?.exactValue ?? '' };
  }
  const shares = valueSpec.split ? sharesOf(valueSpec.split, values) : [];
  return { type: 'SPLIT', shares, ...(valueSpec.type === 'SPLIT_BY' && { by: valueSpec.by }) };
}

/** Changes the type of a rule. The new audience is empty; the value and the version filter stay. */
export function withType(rule: EditedRule, type: SimpleRuleType): EditedRule {
  return withAudience(rule, type === 'ALL_USERS' ? { type } : emptyPart(type));
}

/** Gives a rule another audience, such as that of another rule. */
export function withAudience(rule: EditedRule, audience: Audience): EditedRule {
  return { ...audienceOf(audience), ...withoutAudience(rule) };
}

function withoutAudience({ key, id, name, valueSpec, versionRule }: EditedRule) {
  return {
    key,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    valueSpec,
    ...(versionRule && { versionRule }),
  };
}

/** An exact value starts with the toggle's default, a split starts even. */
export function withValueType(
  rule: EditedRule,
  type: EditedValueSpec['type'],
  { values, defaultValue }: RuledToggle,
): EditedRule {
  if (rule.valueSpec.type === type) return rule;
  const valueSpec: EditedValueSpec =
    type === 'SPLIT' ? { type, shares: evenShares(values) } : { type, exactValue: defaultValue };
  return { ...rule, valueSpec };
}

export function withVersionRule(rule: EditedRule, versionRule: ConditionText): EditedRule {
  return { ...rule, versionRule };
}

export function withoutVersionRule({ versionRule, ...rule }: EditedRule): EditedRule {
  return rule;
}

/** An empty name is kept when there was one: it has to be sent to remove the saved name. */
export function withName({ name: former, ...rule }: EditedRule, typed: string): EditedRule {
  const name = typed.trim();
  return name === '' && former === undefined ? rule : { ...rule, name };
}

/** Whether a rule matches everyone, so that no rule after it is reached. Source: decision R15. */
export function matchesEveryone({ type, versionRule }: EditedRule): boolean {
  return type === 'ALL_USERS' && versionRule === undefined;
}

/** A text that is equal for rules with the same content. Pins, keys and ids are not part of it. */
export function textOf(rule: EditedRule): string {
  const known = texts.get(rule);
  if (known !== undefined) return known;
  const { name, valueSpec, versionRule } = rule;
  const text = JSON.stringify({
    ...(name && { name }),
    ...sentAudience(rule),
    versionRule,
    valueSpec: sentValueSpec(valueSpec),
  });
  texts.set(rule, text);
  return text;
}

// Rules are immutable, so each text is computed once: every keystroke compares all rules.
const texts = new WeakMap<EditedRule, string>();

/** The rule as it is sent: its id, name, audience, value and version filter, and nothing else. */
export function sentRule(rule: EditedRule, order: number) {
  const { id, name, valueSpec, versionRule } = rule;
  return {
    order,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...sentAudience(rule),
    valueSpec: sentValueSpec(valueSpec),
    ...(versionRule && { versionRule }),
  };
}

/** The draft that the contract checks. */
export function draftOfRule(rule: EditedRule, order: number): RuleDraft {
  const sent = sentRule(rule, order);
  return { ...sent, valueSpec: { exactValue: '', ...sent.valueSpec } };
}

/** The audience alone; `audience` may be a whole rule. */
function audienceOf(audience: Audience): Audience {
  switch (audience.type) {
    case 'ALL_USERS':
      return { type: audience.type };
    case 'COMBINED':
      return { type: audience.type, combinedRule: audience.combinedRule };
    default:
      return partOf(audience);
  }
}

/** The audience as it is sent: without the keys of its conditions. */
export function sentAudience(audience: Audience) {
  switch (audience.type) {
    case 'ALL_USERS':
      return { type: audience.type };
    case 'COMBINED': {
      const { policy, conditions } = audience.combinedRule;
      return {
        type: audience.type,
        combinedRule: { policy, conditions: conditions.map(sentPart) },
      };
    }
    default:
      return sentPart(audience);
  }
}

/** Divides by the values of a property; undefined divides users. */
export function withSplitBy(rule: EditedRule, by: string | undefined): EditedRule {
  if (rule.valueSpec.type !== 'SPLIT') return rule;
  const { type, shares } = rule.valueSpec;
  return { ...rule, valueSpec: { type, shares, ...(by !== undefined && { by }) } };
}

export function sentValueSpec(valueSpec: EditedValueSpec) {
  if (valueSpec.type === 'EXACT_VALUE') return valueSpec;
  const split = splitOf(valueSpec.shares);
  return valueSpec.by === undefined
    ? ({ type: 'SPLIT', split } as const)
    : ({ type: 'SPLIT_BY', by: valueSpec.by, split } as const);
}
