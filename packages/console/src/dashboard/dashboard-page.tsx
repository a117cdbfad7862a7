import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { applicationsQuery } from '../data/application-queries.ts';
import { forgottenPausesQuery, staleCountsQuery } from '../data/attention-queries.ts';
import { limitsQuery } from '../data/limit-queries.ts';
import { useSession } from '../data/stored/session.ts';
import { usersQuery } from '../data/user-queries.ts';
import { useOnboarding } from '../parts/onboarding/use-onboarding.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './dashboard-page.module.css';
import { EnvironmentList, useEnvironmentStatuses } from './environment-list.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { NoApplications } from './no-applications.tsx';
import { OnboardingCard } from './onboarding-card.tsx';
import { OwnPlaces } from './own-places.tsx';
import { ProductionChanges, useProductionChanges } from './production-changes.tsx';
import { StatCard } from './stat-card.tsx';
import { useLimitPaths } from './use-limit-paths.ts';

export function DashboardPage() {
  const t = useTranslations('dashboard');
  const isAdmin = useSession()?.is_admin === true;
  const limits = useQuery(limitsQuery);
  const onboarding = useOnboarding();
  const paths = useLimitPaths();
  const { data: applications } = useQuery(applicationsQuery);
  useAskedAhead(isAdmin);
  return (
    <Page title={t('title')} help="first-toggle">
      <Loaded query={limits} rows={2}>
        {({ MAX_APPS, MAX_FEATURE_TOGGLES, MAX_USERS }) => (
          <div className={styles.cards}>
            <StatCard title={t('applications')} limit={MAX_APPS} to={paths.MAX_APPS} />
            <StatCard
              title={t('toggles')}
              limit={MAX_FEATURE_TOGGLES}
              to={paths.MAX_FEATURE_TOGGLES}
            />
            <StatCard title={t('users')} limit={MAX_USERS} to={paths.MAX_USERS} />
          </div>
        )}
      </Loaded>
      {/* Drawn together, and only when the content above is known, so that nothing moves. */}
      {onboarding !== null && limits.data !== undefined && (
        <>
          {onboarding && <OnboardingCard onboarding={onboarding} />}
          {!isAdmin && applications?.length === 0 && <NoApplications />}
          <div className={styles.lists}>
            <div className={styles.main}>
              {isAdmin && <ProductionChanges />}
              <OwnPlaces />
            </div>
            <div className={styles.side}>
              {isAdmin && <NeedsAttention limits={limits.data} />}
              <EnvironmentList />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** Starts the queries of the lists together with those of the content above, instead of after them. */
function useAskedAhead(isAdmin: boolean): void {
  useEnvironmentStatuses({});
  useProductionChanges({ enabled: isAdmin });
  useQuery({ ...usersQuery, enabled: isAdmin });
  useQuery({ ...forgottenPausesQuery, enabled: isAdmin });
  useQuery({ ...staleCountsQuery, enabled: isAdmin });
}
