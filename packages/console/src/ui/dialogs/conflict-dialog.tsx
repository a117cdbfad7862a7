import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Conflict } from '../forms/form-machine.ts';
import { useTimeAgo } from '../time-ago.tsx';
import { Dialog } from './dialog.tsx';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onOverwrite: () => void;
  readonly onReload: () => void;
  readonly onClose: () => void;
  /** The differences between the two versions, if the screen can show them. */
  readonly children?: ReactNode;
}

/** Shown when somebody else saved between the load and the save: the user decides which version to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, onOverwrite, onReload, onClose, children } = props;
  const t = useTranslations();
  const timeAgo = useTimeAgo();
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
        {t('dialog.conflict.text', { name: conflict.savedBy, time: timeAgo(conflict.savedAt) })}
      </p>
      {children}
    </Dialog>
  );
}
