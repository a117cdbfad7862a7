import { useTranslations } from 'use-intl/react';
import type { References } from '../references.ts';
import type { EditedRule } from '../rule/edited-rule.ts';
import { RuleSentence } from '../rule/rule-sentence.tsx';
import styles from './in-words.module.css';

interface InWordsProps {
  readonly rules: readonly EditedRule[];
  readonly references: References;
}

/** All rules as sentences, in order. */
export function InWords({ rules, references }: InWordsProps) {
  const t = useTranslations('experiment.rule');
  return (
    <ol className={styles.words}>
      {rules.map((rule, index) => {
        const isLast = index === rules.length - 1;
        const keyword = isLast ? 'else' : index === 0 ? 'if' : 'elseIf';
        return (
          <li key={rule.key}>
            {rules.length > 1 && <span className={styles.keyword}>{t(keyword)} </span>}
            <RuleSentence rule={rule} isElse={isLast && index > 0} references={references} />
          </li>
        );
      })}
    </ol>
  );
}
