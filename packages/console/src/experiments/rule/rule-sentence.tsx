import { memo } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Surroundings } from '../surroundings.ts';
import type { EditedRule } from './edited-rule.ts';
import styles from './rule-sentence.module.css';
import { audienceInWords, valueInWords } from './rule-words.ts';

interface RuleSentenceProps {
  readonly rule: EditedRule;
  /** Whether it is for whom no rule above has matched. */
  readonly isElse: boolean;
  readonly surroundings: Surroundings;
}

/** A rule in words: whom it is for, what they get. */
export const RuleSentence = memo(function RuleSentence(props: RuleSentenceProps) {
  const { rule, isElse, surroundings } = props;
  const t = useTranslations();
  return (
    <span className={styles.sentence}>
      {audienceInWords(t, rule, { surroundings, isElse })}
      <span className={styles.then}> {t('experiment.rule.thenReturn')} </span>
      <span className={styles.value}>{valueInWords(t, rule.valueSpec)}</span>
    </span>
  );
});
