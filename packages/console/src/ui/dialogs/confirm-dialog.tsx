import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';
import { LinkList, type NamedLink } from './link-list.tsx';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** The action of the button, in words: "Delete toggle". Absent while there is nothing to confirm. */
  readonly verb?: string;
  /** The user must type this exactly before the button works; for actions that delete much. */
  readonly nameToType?: string;
  /** The uses that will prevent the action, as far as they are known. */
  readonly uses?: readonly NamedLink[];
}

interface ConfirmDialogProps extends Question {
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an action that cannot be undone; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, verb, nameToType, uses = [], isBusy, onConfirm, onCancel } = props;
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
      {...(mustType && { onSubmit: onConfirm })}
      footer={
        <>
          <Button variant="default" onClick={cancel} data-autofocus={!mustType || undefined}>
            {t('common.cancel')}
          </Button>
          {verb !== undefined && (
            <Button
              color="danger"
              loading={isBusy}
              disabled={!isReady}
              {...(mustType ? { type: 'submit' } : { onClick: onConfirm })}
            >
              {verb}
            </Button>
          )}
        </>
      }
    >
      <div>{text}</div>
      {uses.length > 0 && (
        <>
          <p>{t('usage.inTheWay')}</p>
          <LinkList links={uses} onFollow={onCancel} />
        </>
      )}
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
