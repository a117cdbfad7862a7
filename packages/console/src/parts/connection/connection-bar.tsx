import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isOnline, tryNow, useConnection, watchConnection } from '../../api/connection.ts';
import { refetchAfterOutage } from '../../data/query-client.ts';
import styles from './connection-bar.module.css';

/** Tells that the service cannot be reached, and disappears when it can; failed queries are then fetched again. */
export function ConnectionBar() {
  const t = useTranslations('connection');
  const client = useQueryClient();
  const connection = useConnection();
  const isOpening = useNavigation().state !== 'idle';
  const seconds = useSecondsUntil(connection.state === 'away' ? connection.nextTryAt : undefined);

  useEffect(
    () =>
      watchConnection(() => {
        if (isOnline()) void refetchAfterOutage(client);
      }),
    [client],
  );

  return (
    <div role="status" className={styles.region}>
      {connection.state !== 'online' && (
        <div className={styles.bar}>
          {connection.state === 'offline' ? t('offline') : t('away', { seconds })}{' '}
          {isOpening && `${t('opening')} `}
          {connection.state === 'away' && (
            <button type="button" className={styles.button} onClick={() => void tryNow()}>
              {t('tryNow')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function useSecondsUntil(moment: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (moment === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}
