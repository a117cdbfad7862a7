import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** What the button does, in words: "Delete toggle". */
  readonly verb: string;
  /** To be typed exactly before the button works: for what takes a lot with it. */
  readonly nameToType?: string;
}

interface ConfirmDialogProps extends Question {
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something that cannot be undone; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, verb, nameToType, isBusy, onConfirm, onCancel } = props;
  const t = useTranslations();
  const [typed, setTyped] = useState('');
  const mustType = nameToType !== undefined;
  const isReady = !mustType || typed === nameToType;

  function cancel() {
    if (!isBusy) onCancel();
  }

  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={cancel}
      footer={
        <>
          <Button variant="default" onClick={cancel} data-autofocus={!mustType || undefined}>
            {t('common.cancel')}
          </Button>
          <Button color="danger" loading={isBusy} disabled={!isReady} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div>{text}</div>
      {mustType && (
        <TextInput
          data-autofocus
          label={t('dialog.confirm.typeName', { name: nameToType })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Dialog>
  );
}
