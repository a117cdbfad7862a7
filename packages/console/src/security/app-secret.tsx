import type { AppSetUp } from '@comporta/contract/identity/security';
import { useTranslations } from 'use-intl/react';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './app-secret.module.css';
import { QrCode } from './qr-code.tsx';

/** What an authenticator app reads, as a picture and as text. Source: IDN-30. */
export function AppSecret({ secret, address }: AppSetUp) {
  const t = useTranslations('security.factor');
  return (
    <div className={styles.secret}>
      <p>{t('scan')}</p>
      <QrCode text={address} label={t('picture')} />
      <div className={styles.line}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label={t('secret')} />
      </div>
    </div>
  );
}
