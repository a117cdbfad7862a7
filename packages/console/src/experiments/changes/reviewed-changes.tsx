import { useTranslations } from 'use-intl/react';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { InWords } from '../editor/in-words.tsx';
import type { References } from '../references.ts';
import { ChangeList } from './change-list.tsx';
import { MeasuredNotes } from './measured-notes.tsx';

interface ReviewedChangesProps {
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  /** The value that users get while the experiment is paused. */
  readonly pausedValue: string | undefined;
  readonly references: References;
  /** Absent for an experiment that is not created yet. */
  readonly experimentKey: ExperimentKey | undefined;
  /** Whether users get them with the next press. */
  readonly isAtOnce: boolean;
}

/** What a save changes for users. */
export function ReviewedChanges(props: ReviewedChangesProps) {
  const { saved, form, pausedValue, references, experimentKey, isAtOnce } = props;
  const t = useTranslations('experiment');
  const { environment } = references;
  if (experimentKey === undefined) {
    return (
      <>
        {isAtOnce && <p>{t('changes.created')}</p>}
        <InWords rules={form.rules} references={references} />
      </>
    );
  }
  return (
    <>
      {pausedValue !== undefined && <p>{t('changes.whilePaused', { value: pausedValue })}</p>}
      {pausedValue === undefined && isAtOnce && <p>{t('changes.live', { environment })}</p>}
      <ChangeList before={saved} after={form} references={references} />
      <MeasuredNotes experimentKey={experimentKey} before={saved} after={form} />
    </>
  );
}
