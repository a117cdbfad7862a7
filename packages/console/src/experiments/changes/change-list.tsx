import { useTranslations } from 'use-intl/react';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import { MarkedList } from '../../ui/list/marked-list.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import { changeInWords } from './change-words.ts';
import { changesBetween } from './experiment-changes.ts';

interface ChangeListProps {
  readonly before: ExperimentForm;
  readonly after: ExperimentForm;
  readonly references: References;
}

/** The changes from one state of an experiment to another, in words. */
export function ChangeList({ before, after, references }: ChangeListProps) {
  const t = useTranslations();
  return (
    <MarkedList
      lines={changesBetween(before, after).map((change) => ({
        key: `${change.kind} ${change.rule.key}`,
        kind: change.kind,
        text: (
          <WordsView words={changeInWords(t, change, { references, total: after.rules.length })} />
        ),
      }))}
      empty={t('experiment.conflict.nothing')}
    />
  );
}
