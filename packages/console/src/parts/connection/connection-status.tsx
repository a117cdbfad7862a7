import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { environmentStatusQuery } from '../../keys/environment-key-queries.ts';
import { useTimeAgo } from '../../ui/time-ago.tsx';
import styles from './connection-status.module.css';

const ASK_AGAIN_MS = 2_000;
/** After this time, something is probably wrong. */
const TROUBLE_AFTER_MS = 30_000;

interface ConnectionStatusProps {
  readonly appId: string;
  readonly envId: string;
  /** The time of a request to ignore: it used the former key. */
  readonly before?: string | null;
}

/** Polls until the first request of a system arrives, and shows its time. */
export function ConnectionStatus({ appId, envId, before = null }: ConnectionStatusProps) {
  const t = useTranslations('onboarding');
  const isLong = useLongWait();
  const timeAgo = useTimeAgo();
  const { data: status } = useQuery({
    ...environmentStatusQuery(appId, envId),
    refetchInterval: ({ state }) => (isSeen(state.data?.lastSeenAt) ? false : ASK_AGAIN_MS),
  });
  const lastSeenAt = status?.lastSeenAt;

  function isSeen(at: string | null | undefined): at is string {
    return at !== undefined && at !== null && at !== before;
  }

  return (
    <div role="status" className={styles.status}>
      {isSeen(lastSeenAt) ? (
        <p className={styles.connected}>
          <IconCircleCheck size={18} aria-hidden />
          <strong>{t('connected')}</strong>
          <span>{t('connectedHint', { time: timeAgo(lastSeenAt) })}</span>
        </p>
      ) : (
        <>
          <p className={styles.waiting}>
            <span aria-hidden className={styles.pulse} />
            <strong>{t('waiting')}</strong>
            <span>{t('waitingHint')}</span>
          </p>
          {isLong && <p className={styles.trouble}>{t('trouble')}</p>}
        </>
      )}
    </div>
  );
}

function useLongWait(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), TROUBLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
