import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import { ChangeList } from './change-list.tsx';

interface ChangesDialogProps {
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  readonly references: References;
  readonly onClose: () => void;
}

/** The changes that a save would make. */
export function ChangesDialog({ saved, form, references, onClose }: ChangesDialogProps) {
  const t = useTranslations();
  return (
    <Dialog
      title={t('experiment.changes.title')}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('common.ok')}
        </Button>
      }
    >
      <ChangeList before={saved} after={form} references={references} />
    </Dialog>
  );
}
