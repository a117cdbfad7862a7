import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useSession } from '../data/stored/session.ts';
import { Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import styles from './session-notice.module.css';
import { useLoadedAhead } from './use-loaded-ahead.ts';

const SOON_MS = 5 * 60_000;

const loadDialog = async () => (await import('../security/enter/stay-logged-in.tsx')).StayLoggedIn;

/** Few companies require one. Nobody is to be stopped because a reminder cannot be loaded. */
const FactorNotice = lazy(() =>
  import('../security/factor-notice.tsx').then(
    (module) => ({ default: module.FactorNotice }),
    () => ({ default: () => null }),
  ),
);

/**
 * Warns shortly before the session ends, in time to stay logged in without losing edits; and some days before another could
 * not be opened like this one.
 */
export function SessionNotice() {
  const session = useSession();
  const endsSoon = useIsPast((session?.expiration_date ?? Number.POSITIVE_INFINITY) - SOON_MS);
  if (session === undefined) return null;
  return (
    <>
      {endsSoon && <EndNotice userName={session.user_name} />}
      {session.owes_factor && (
        <Suspense>
          <FactorNotice />
        </Suspense>
      )}
    </>
  );
}

function EndNotice({ userName }: { readonly userName: string }) {
  const t = useTranslations('session');
  const [isAsking, setAsking] = useState(false);
  const StayLoggedIn = useLoadedAhead(loadDialog, isAsking, () => setAsking(false));
  return (
    <div className={styles.notice}>
      <Notice tone="warning">
        {t('endsSoon')}{' '}
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('stay')}
        </Button>
      </Notice>
      {StayLoggedIn !== undefined && (
        <StayLoggedIn isOpen={isAsking} userName={userName} onClose={() => setAsking(false)} />
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
