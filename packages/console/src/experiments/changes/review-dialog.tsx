import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import { ReviewedChanges } from './reviewed-changes.tsx';

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
  /** Which change requests the save will hold. */
  readonly willHold: ReactNode;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Reviews the changes before real users are affected. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { saved, form, pausedValue, references, experimentKey, olderReaders, willHold } = props;
  const { onSave, onClose } = props;
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
      <ReviewedChanges {...{ saved, form, pausedValue, references, experimentKey }} isAtOnce />
      {willHold}
      {olderReaders}
    </Dialog>
  );
}
