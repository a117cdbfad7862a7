import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { webhookSecretQuery } from '../data/notification-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { CopyOnce } from '../ui/copy-once.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './webhook-secret.module.css';

/** The secret that receivers verify notifications with; shown on demand. */
export function WebhookSecret({ appId }: { readonly appId: string }) {
  const t = useTranslations('config.secret');
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      <h3>{t('title')}</h3>
      <p className={styles.hint}>{t('hint')}</p>
      {isShown && <Secret appId={appId} label={t('title')} />}
      <Button variant="default" onClick={() => setShown(!isShown)}>
        {isShown ? t('hide') : t('show')}
      </Button>
    </div>
  );
}

function Secret({ appId, label }: { readonly appId: string; readonly label: string }) {
  const secret = useQuery(webhookSecretQuery(appId));
  return (
    <Loaded query={secret} rows={1}>
      {(loaded) => <CopyOnce label={label} text={loaded.secret} />}
    </Loaded>
  );
}
