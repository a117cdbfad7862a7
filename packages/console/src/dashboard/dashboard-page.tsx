import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../ui/loaded.tsx';
import styles from './dashboard-page.module.css';
import { limitsQuery } from './limit-queries.ts';
import { StatCard } from './stat-card.tsx';

export function DashboardPage() {
  const t = useTranslations('dashboard');
  const limits = useQuery(limitsQuery);
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
    </Page>
  );
}
