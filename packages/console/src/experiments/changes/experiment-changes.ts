import {
  type ItemDifference,
  listDifference,
} from '@comporta/contract/change-requests/list-difference';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { type EditedRule, textOf } from '../rule/edited-rule.ts';

/**
 * One difference between two states of an experiment. Numbers count from 1, in the later state if the rule
 * exists there.
 */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly number: number; readonly rule: EditedRule }
  | {
      readonly kind: 'changed';
      readonly number: number;
      readonly before: EditedRule;
      readonly rule: EditedRule;
    }
  | {
      readonly kind: 'moved';
      readonly from: number;
      readonly number: number;
      readonly rule: EditedRule;
    };

/** Returns the changes that lead from the first state to the second; rules with the same key are the same rule. */
export function changesBetween(before: ExperimentForm, after: ExperimentForm): Change[] {
  return listDifference(before.rules, after.rules, {
    idOf: ({ key }) => key,
    isSame: (was, is) => textOf(was) === textOf(is),
  }).map(changeOf);
}

function changeOf(found: ItemDifference<EditedRule>): Change {
  switch (found.kind) {
    case 'REMOVED':
      return { kind: 'removed', number: found.from, rule: found.before };
    case 'ADDED':
      return { kind: 'added', number: found.to, rule: found.after };
    case 'MOVED':
      return { kind: 'moved', from: found.from, number: found.to, rule: found.after };
    case 'CHANGED':
      return { kind: 'changed', number: found.to, before: found.before, rule: found.after };
  }
}

/**
 * Gives the rules of a freshly loaded state the keys that they have in a known state, so that the two can be
 * compared: first rules with the same id, then rules with the same content, then rules at the same place. The
 * last rule is always the catch-all.
 */
export function withKeysOf(loaded: ExperimentForm, known: ExperimentForm): ExperimentForm {
  const free = new Set(known.rules);
  const keys = new Map<EditedRule, string>();
  const give = (rule: EditedRule, match: EditedRule | undefined) => {
    if (match === undefined || keys.has(rule) || !free.delete(match)) return;
    keys.set(rule, match.key);
  };
  const last = loaded.rules.at(-1);
  if (last !== undefined) give(last, known.rules.at(-1));
  const giveAll = (isMatch: (rule: EditedRule, candidate: EditedRule) => boolean) => {
    for (const rule of loaded.rules) {
      give(
        rule,
        [...free].find((candidate) => isMatch(rule, candidate)),
      );
    }
  };
  giveAll((rule, candidate) => rule.id !== undefined && rule.id === candidate.id);
  giveAll((rule, candidate) => textOf(rule) === textOf(candidate));
  for (const [index, rule] of loaded.rules.entries()) give(rule, known.rules[index]);
  const rules = loaded.rules.map((rule) => ({ ...rule, key: keys.get(rule) ?? rule.key }));
  return { ...loaded, rules };
}
