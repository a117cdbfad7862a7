import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { InWords } from '../editor/in-words.tsx';
import type { References } from '../references.ts';
import { ChangeList } from './change-list.tsx';
import { MeasuredNotes } from './measured-notes.tsx';

interface ReviewDialogProps {
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  /** The value that users get while the experiment is paused. */
  readonly pausedValue: string | undefined;
  readonly references: References;
  /** Absent for an experiment that is not created yet. */
  readonly experimentKey: ExperimentKey | undefined;
  /** A warning of programs that cannot read what is saved. */
  readonly olderReaders: ReactNode;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Reviews the changes before real users are affected. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { saved, form, pausedValue, references, experimentKey, olderReaders, onSave, onClose } =
    props;
  const t = useTranslations('experiment');
  const common = useTranslations('common');
  const { environment } = references;
  return (
    <Dialog
      title={t('reviewTitle', { environment })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={onSave} data-autofocus>
            {t('saveTo', { environment })}
          </Button>
        </>
      }
    >
      {experimentKey === undefined ? (
        <>
          <p>{t('changes.created')}</p>
          <InWords rules={form.rules} references={references} />
        </>
      ) : (
        <>
          <p>
            {pausedValue === undefined
              ? t('changes.live', { environment })
              : t('changes.whilePaused', { value: pausedValue })}
          </p>
          <ChangeList before={saved} after={form} references={references} />
          <MeasuredNotes experimentKey={experimentKey} before={saved} after={form} />
        </>
      )}
      {olderReaders}
    </Dialog>
  );
}
