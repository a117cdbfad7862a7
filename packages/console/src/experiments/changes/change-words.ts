import type { Say } from '../../base/say.ts';
import { type EditedRule, textOf } from '../rule/edited-rule.ts';
import { audienceInWords, valueInWords } from '../rule/rule-words.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Change } from './experiment-changes.ts';

/** `#2 changed: country is BR: disabled → enabled`: of a changed rule only what is different, after whom it is for. */
export function changeInWords(
  say: Say,
  change: Change,
  { surroundings, total }: { readonly surroundings: Surroundings; readonly total: number },
): string {
  const { kind, number: n, rule } = change;
  const isElse = kind !== 'removed' && n === total && n > 1;
  const audience = (one: EditedRule) => audienceInWords(say, one, { surroundings, isElse });
  const sentence = (one: EditedRule) =>
    say('experiment.words.rule', {
      audience: audience(one),
      value: valueInWords(say, one.valueSpec),
    });

  switch (kind) {
    case 'added':
    case 'removed':
      return say(`experiment.changes.${kind}`, { n, words: sentence(rule) });
    case 'moved':
      return say('experiment.changes.moved', { n, from: change.from, words: sentence(rule) });
    case 'changed': {
      const { before } = change;
      const onlyValue = textOf({ ...before, valueSpec: rule.valueSpec }) === textOf(rule);
      return say('experiment.changes.changed', {
        n,
        before: sentence(before),
        after: onlyValue ? valueInWords(say, rule.valueSpec) : sentence(rule),
      });
    }
  }
}
