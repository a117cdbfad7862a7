import type { Body } from '@comporta/contract/change-requests/parts-of';
import { ruleIdOf } from '@comporta/contract/change-requests/parts-of';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import {
  type NamedRule,
  namedRule,
  type RuleNames,
} from '@comporta/contract/experiments/named-rule';
import type { Words } from '@comporta/contract/words';
import { audienceInWords, ruleInWords, valueInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';

type Rule = Experiment['rules'][number];

/** A rule of a body, and where it stands. */
export interface PlacedRule {
  readonly rule: NamedRule;
  /** From 1. */
  readonly number: number;
  /** Whether it is for all whom no rule before it is for. */
  readonly isElse: boolean;
}

/** The rule that a part of an experiment is, with names in place of ids; undefined where the body has none. */
export function ruleOfPart(
  body: Body | null,
  part: string,
  names: RuleNames,
): PlacedRule | undefined {
  const id = ruleIdOf(part);
  const rules = rulesIn(body);
  const index = rules.findIndex((rule) => rule.id === id);
  return placedRule(rules, index, names);
}

/** All rules of a body, in their order. */
export function placedRules(body: Body | null, names: RuleNames): readonly PlacedRule[] {
  const rules = rulesIn(body);
  return rules.flatMap((_, index) => placedRule(rules, index, names) ?? []);
}

function placedRule(
  rules: readonly Rule[],
  index: number,
  names: RuleNames,
): PlacedRule | undefined {
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const isElse = index === rules.length - 1 && index > 0;
  return { rule: namedRule(rule, names), number: index + 1, isElse };
}

/** `country is one of BR, PT: enabled`, in parts. */
export function sentenceOf(say: Say, { rule, isElse }: PlacedRule): Words {
  const audience = isElse ? [say('experiment.words.everyoneElse')] : audienceInWords(say, rule);
  return ruleInWords(say, { audience, value: valueInWords(say, rule.valueSpec) });
}

function rulesIn(body: Body | null): readonly Rule[] {
  // The service answers the rules as it stores them, and stores only what it has checked.
  return Array.isArray(body?.rules) ? (body.rules as readonly Rule[]) : [];
}
