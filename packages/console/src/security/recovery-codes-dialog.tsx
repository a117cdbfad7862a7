import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import styles from './recovery-codes-dialog.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The only time that the codes are shown. Source: IDN-31. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const t = useTranslations('security.recovery');
  const shown = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code);
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={shown.join('\n')} label={t('title')} kind="button" />
          <Button onClick={onClose} data-autofocus>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p>
        {t('once')} {t('use')}
      </p>
      <ul className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
