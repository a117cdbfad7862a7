import { numberedRule, ruleInWords, valueInWords } from '@comporta/messages/rule-in-words';
import type { Say } from '../../base/say.ts';
import type { References } from '../references.ts';
import { type EditedRule, textOf } from '../rule/edited-rule.ts';
import { editedAudience, namedEditedRule } from '../rule/rule-words.ts';
import type { Change } from './experiment-changes.ts';

/** `#2 changed: country is BR: disabled → enabled`: for a changed rule only the differences, after its audience. */
export function changeInWords(
  say: Say,
  change: Change,
  { references, total }: { readonly references: References; readonly total: number },
): string {
  const { kind, number, rule } = change;
  const n = numberedRule(number, rule.name);
  const isElse = kind !== 'removed' && number === total && number > 1;
  const named = (one: EditedRule) => namedEditedRule(say, one, references);
  const value = (one: EditedRule) => valueInWords(say, named(one).valueSpec);
  const sentence = (one: EditedRule) =>
    ruleInWords(say, { audience: editedAudience(say, named(one), isElse), value: value(one) });

  switch (kind) {
    case 'added':
    case 'removed':
      return say(`experiment.changes.${kind}`, { n, words: sentence(rule) });
    case 'moved':
      return say('experiment.changes.moved', { n, from: change.from, words: sentence(rule) });
    case 'changed': {
      const { before } = change;
      if (textOf({ ...before, name: rule.name }) === textOf(rule)) {
        const unnamed = say('experiment.changes.unnamed');
        return say('experiment.changes.renamed', {
          n: number,
          before: before.name || unnamed,
          after: rule.name || unnamed,
        });
      }
      const onlyValue =
        textOf({ ...before, name: rule.name, valueSpec: rule.valueSpec }) === textOf(rule);
      return say('experiment.changes.changed', {
        n,
        before: sentence(before),
        after: onlyValue ? value(rule) : sentence(rule),
      });
    }
  }
}
