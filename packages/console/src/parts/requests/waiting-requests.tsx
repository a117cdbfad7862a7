import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { waitingRequestsQuery } from '../../data/waiting-requests.ts';
import styles from './waiting-requests.module.css';

/** How many change requests wait for the reader; nothing while none does. */
export function WaitingRequests({ appId }: { readonly appId: string }) {
  const t = useTranslations('layout');
  const { data: count = 0 } = useQuery(waitingRequestsQuery(appId));
  if (count === 0) return null;
  return (
    <span className={styles.count} title={t('requestsWaiting', { count })}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t('requestsWaiting', { count })}</span>
    </span>
  );
}
