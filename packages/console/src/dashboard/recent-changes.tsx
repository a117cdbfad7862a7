import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { lastEntriesQuery } from '../audit-logs/audit-log-queries.ts';
import { useLanguage } from '../base/language.tsx';
import { pathTo } from '../base/paths.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './dashboard-list.module.css';

export const CHANGES_SHOWN = 5;

/** What the company did last. */
export function RecentChanges() {
  const t = useTranslations('dashboard.recent');
  const changes = useQuery(lastEntriesQuery(CHANGES_SHOWN, useLanguage()));
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        <Link to={pathTo('auditLogs')}>{t('all')}</Link>
      </div>
      <Loaded query={changes} rows={CHANGES_SHOWN}>
        {(entries) => {
          if (entries.length === 0) return <p className={styles.none}>{t('none')}</p>;
          return (
            <ul className={styles.list}>
              {entries.map(({ id, headline, details, timestamp }) => (
                <li key={id}>
                  <span>
                    {headline}
                    <span className={styles.detail}>{details}</span>
                  </span>
                  <span className={styles.time}>
                    <TimeAgo at={timestamp} />
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
