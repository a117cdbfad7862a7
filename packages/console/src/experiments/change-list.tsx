import { useTranslations } from 'use-intl/react';
import styles from './change-list.module.css';
import { changeInWords } from './change-words.ts';
import { changesBetween } from './experiment-changes.ts';
import type { ExperimentForm } from './experiment-form.ts';
import type { Surroundings } from './surroundings.ts';

const MARKS = { added: '+', removed: '−', changed: '~', moved: '↕' } as const;

interface ChangeListProps {
  readonly before: ExperimentForm;
  readonly after: ExperimentForm;
  readonly surroundings: Surroundings;
}

/** What makes one state of an experiment of another, in words. */
export function ChangeList({ before, after, surroundings }: ChangeListProps) {
  const t = useTranslations();
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p>{t('experiment.conflict.nothing')}</p>;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.rule.key}`} data-kind={change.kind}>
          <span aria-hidden className={styles.mark}>
            {MARKS[change.kind]}
          </span>
          {changeInWords(t, change, { surroundings, total: after.rules.length })}
        </li>
      ))}
    </ul>
  );
}
