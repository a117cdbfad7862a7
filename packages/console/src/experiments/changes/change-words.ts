import type { Words } from '@comporta/contract/words';
import { numberedRule, ruleInWords, valueInWords } from '@comporta/messages/rule-in-words';
import { quoted, wordsWith } from '@comporta/messages/words';
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
): Words {
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
      return wordsWith({ n, words: sentence(rule) }, (holes) =>
        say(`experiment.changes.${kind}`, holes),
      );
    case 'moved':
      return wordsWith({ n, words: sentence(rule) }, (holes) =>
        say('experiment.changes.moved', { ...holes, from: change.from }),
      );
    case 'changed': {
      const { before } = change;
      if (textOf({ ...before, name: rule.name }) === textOf(rule)) {
        const nameOf = ({ name }: EditedRule) =>
          name ? quoted('name', name) : say('experiment.changes.unnamed');
        return wordsWith({ before: nameOf(before), after: nameOf(rule) }, (holes) =>
          say('experiment.changes.renamed', { ...holes, n: number }),
        );
      }
      const onlyValue =
        textOf({ ...before, name: rule.name, valueSpec: rule.valueSpec }) === textOf(rule);
      const parts = {
        n,
        before: sentence(before),
        after: onlyValue ? value(rule) : sentence(rule),
      };
      return wordsWith(parts, (holes) => say('experiment.changes.changed', holes));
    }
  }
}
