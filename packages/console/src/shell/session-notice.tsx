import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useSession } from '../base/session.ts';
import { Notice } from '../ui/alert.tsx';
import styles from './session-notice.module.css';

const SOON_MS = 5 * 60_000;

const StayLoggedIn = lazy(async () => ({
  default: (await import('./stay-logged-in.tsx')).StayLoggedIn,
}));

/** Warns shortly before the session ends, in time to stay logged in without losing edits. */
export function SessionNotice() {
  const t = useTranslations('session');
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const endsSoon = useIsPast((session?.expiration_date ?? Number.POSITIVE_INFINITY) - SOON_MS);
  if (session === undefined || !endsSoon) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warning">
        {t('endsSoon')}{' '}
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('stay')}
        </Button>
      </Notice>
      {isAsking && (
        <Suspense>
          <StayLoggedIn userName={session.user_name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether a moment, in epoch milliseconds, is in the past; updates when it comes. */
function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const left = moment - Date.now();
    if (left <= 0 || left === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [moment]);
  return now >= moment;
}
