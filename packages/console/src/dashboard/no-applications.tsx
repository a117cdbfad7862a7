import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { administratorsQuery } from '../users/user-queries.ts';
import styles from './no-applications.module.css';

/** Tells people who were granted nothing yet whom to ask. */
export function NoApplications() {
  const t = useTranslations('dashboard.noApplications');
  const { data: administrators } = useQuery(administratorsQuery);
  return (
    <div className={styles.section}>
      <EmptyState text={t('text')}>
        {administrators !== undefined && (
          <ul className={styles.people} aria-label={t('administrators')}>
            {administrators.map(({ id, name, email }) => (
              <li key={id}>
                <a href={`mailto:${email}`}>{name}</a>
              </li>
            ))}
          </ul>
        )}
      </EmptyState>
    </div>
  );
}
