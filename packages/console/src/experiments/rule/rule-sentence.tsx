import { ruleInWords, valueInWords } from '@comporta/messages/rule-in-words';
import { memo } from 'react';
import { useTranslations } from 'use-intl/react';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import type { References } from '../references.ts';
import type { EditedRule } from './edited-rule.ts';
import styles from './rule-sentence.module.css';
import { editedAudience, namedEditedRule } from './rule-words.ts';

interface RuleSentenceProps {
  readonly rule: EditedRule;
  /** Whether the rule is for everyone whom no rule above has matched. */
  readonly isElse: boolean;
  readonly references: References;
}

/** A rule in words: its audience and its value. */
export const RuleSentence = memo(function RuleSentence(props: RuleSentenceProps) {
  const { rule, isElse, references } = props;
  const t = useTranslations();
  const named = namedEditedRule(t, rule, references);
  const words = ruleInWords(t, {
    audience: editedAudience(t, named, isElse),
    value: valueInWords(t, named.valueSpec),
  });
  return (
    <span className={styles.sentence}>
      <WordsView words={words} />
    </span>
  );
});
