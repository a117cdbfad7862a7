import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { Page } from '../shell/page.tsx';
import { useSession } from '../shell/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import styles from './dashboard-page.module.css';
import { limitsQuery } from './limit-queries.ts';
import { NeedsAttention } from './needs-attention.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { StatCard } from './stat-card.tsx';
import { useOnboarding } from './use-onboarding.ts';

/** Only new accounts see it, so only they load it. */
const OnboardingCard = lazy(async () => ({
  default: (await import('./onboarding-card.tsx')).OnboardingCard,
}));

export function DashboardPage() {
  const t = useTranslations('dashboard');
  const isAdmin = useSession()?.is_admin === true;
  const limits = useQuery(limitsQuery);
  const onboarding = useOnboarding();
  return (
    <Page title={t('title')}>
      <Loaded query={limits} rows={2}>
        {({ MAX_APPS, MAX_FEATURE_TOGGLES, MAX_USERS }) => (
          <div className={styles.cards}>
            <StatCard title={t('applications')} limit={MAX_APPS} />
            <StatCard title={t('toggles')} limit={MAX_FEATURE_TOGGLES} />
            <StatCard title={t('users')} limit={MAX_USERS} />
          </div>
        )}
      </Loaded>
      {/* Together, and not before it is known what comes above: nothing must move. */}
      {onboarding !== null && limits.data !== undefined && (
        <Suspense>
          {onboarding && <OnboardingCard onboarding={onboarding} />}
          {isAdmin && (
            <div className={styles.lists}>
              <RecentChanges />
              <NeedsAttention limits={limits.data} />
            </div>
          )}
        </Suspense>
      )}
    </Page>
  );
}
