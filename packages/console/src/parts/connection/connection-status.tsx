import type { EnvironmentStatus, KindOfKey } from '@comporta/contract/keys/environment-key-api';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { environmentStatusQuery } from '../../data/environment-key-queries.ts';
import { useTimeAgo } from '../../ui/time-ago.tsx';
import styles from './connection-status.module.css';

const ASK_AGAIN_MS = 2_000;
/** After this time, something is probably wrong. */
const TROUBLE_AFTER_MS = 30_000;

interface ConnectionStatusProps {
  readonly appId: string;
  readonly envId: string;
  /** Waits for the present key of this kind: others may be in use all the time. */
  readonly kind?: KindOfKey;
}

/** Polls until the first request of a system arrives, and shows its time. */
export function ConnectionStatus({ appId, envId, kind }: ConnectionStatusProps) {
  const t = useTranslations('onboarding');
  const isLong = useLongWait();
  const timeAgo = useTimeAgo();
  const { data: status } = useQuery({
    ...environmentStatusQuery(appId, envId),
    refetchInterval: ({ state }) => (seenAtOf(state.data, kind) === null ? ASK_AGAIN_MS : false),
  });
  const seenAt = seenAtOf(status, kind);

  return (
    <div role="status" className={styles.status}>
      {seenAt !== null ? (
        <p className={styles.connected}>
          <IconCircleCheck size={18} aria-hidden />
          <strong>{t('connected')}</strong>
          <span>{t('connectedHint', { time: timeAgo(seenAt) })}</span>
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

function seenAtOf(
  status: EnvironmentStatus | undefined,
  kind: KindOfKey | undefined,
): string | null {
  if (status === undefined) return null;
  if (kind === undefined) return status.lastSeenAt;
  return status.keys.find((key) => key.kind === kind && !key.isFormer)?.seenAt ?? null;
}

function useLongWait(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), TROUBLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
