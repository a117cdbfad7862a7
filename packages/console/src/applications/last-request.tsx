import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { environmentStatusQuery } from '../data/environment-key-queries.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './last-request.module.css';

/** When systems last sent a request with the key of an environment, and which SDK they used. */
export function LastRequest({ appId, envId }: { readonly appId: string; readonly envId: string }) {
  const t = useTranslations('config.lastSeen');
  const { data: status } = useQuery(environmentStatusQuery(appId, envId));
  if (status === undefined) return null;
  const { lastSeenAt, sdk, version } = status;
  if (lastSeenAt === null) return <span className={styles.muted}>{t('never')}</span>;
  return (
    <>
      <TimeAgo at={lastSeenAt} />{' '}
      {sdk !== null && (
        <span className={styles.muted}>
          {t('by', { sdk: version === null ? sdk : `${sdk} ${version}` })}
        </span>
      )}
    </>
  );
}
