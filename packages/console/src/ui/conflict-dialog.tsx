import { Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';
import type { Conflict } from './use-form.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onOverwrite: () => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
}

/** Somebody else saved between the load and the save: whose version stays is for the user to say. */
export function ConflictDialog({ conflict, onOverwrite, onReload, onClose }: ConflictDialogProps) {
  const t = useTranslations();
  const format = useFormatter();
  const savedAt = new Date(conflict.savedAt);
  return (
    <Dialog
      title={t('dialog.conflict.title')}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('dialog.unsaved.stay')}
          </Button>
          <Button variant="default" onClick={onReload}>
            {t('dialog.conflict.reload')}
          </Button>
          <Button color="danger" onClick={onOverwrite}>
            {t('dialog.conflict.overwrite')}
          </Button>
        </>
      }
    >
      <p>
        {t('dialog.conflict.text', { name: conflict.savedBy, time: format.relativeTime(savedAt) })}
      </p>
    </Dialog>
  );
}
