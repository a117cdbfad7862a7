import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Dialog } from './dialog.tsx';
import styles from './info-dialog.module.css';

export interface Outcome {
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** What stands in the way, each with where it is. */
  readonly items?: readonly { readonly label: string; readonly to: string }[];
}

/** Tells how something ended. Enter and Esc close it. */
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
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} onClick={onClose}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
