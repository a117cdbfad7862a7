import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';
import { LinkList, type NamedLink } from './link-list.tsx';

export interface Outcome {
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** Links to the uses that prevented the action. */
  readonly items?: readonly NamedLink[];
}

/** Reports the result of an action. Enter and Esc close it. */
export function InfoDialog({
  kind,
  text,
  items = [],
  onClose,
}: Outcome & { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog
      title={t(`dialog.${kind}.title`)}
      role={kind === 'error' ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          {t('common.ok')}
        </Button>
      }
    >
      <p>{text}</p>
      {items.length > 0 && <LinkList links={items} onFollow={onClose} />}
    </Dialog>
  );
}
