import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Administrators } from '../parts/people/administrators.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import styles from './no-applications.module.css';

/** Tells users without any application whom to ask. */
export function NoApplications() {
  const t = useTranslations('dashboard.noApplications');
  return (
    <div className={styles.section}>
      <EmptyState text={t('text')} help={<HelpLink page="concepts" />}>
        <Administrators />
      </EmptyState>
    </div>
  );
}
