import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useLanguage } from '../base/language.tsx';
import { pathTo } from '../base/paths.ts';
import { weekAgo } from '../data/attention.ts';
import { ASKED_AHEAD } from '../data/attention-queries.ts';
import type { AuditFilter } from '../data/audit-filter.ts';
import { newestChangesQuery } from '../data/audit-log-queries.ts';
import { foldEntries } from '../parts/history/fold-entries.ts';
import { Headline } from '../parts/history/headline.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './dashboard-list.module.css';
import { None } from './none.tsx';

const SHOWN = 6;

/** The changes that affected real users within the last week, newest first. */
export function ProductionChanges() {
  const t = useTranslations('dashboard.production');
  const folded = useTranslations('audit');
  const changes = useProductionChanges(ASKED_AHEAD);
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        <Link to={`${pathTo('auditLogs')}?${new URLSearchParams({ ...inProduction() })}`}>
          {t('all')}
        </Link>
      </div>
      <Loaded query={changes} rows={SHOWN}>
        {(entries) => {
          // Folded as in the log, so that "See all" begins with the same rows.
          const shown = foldEntries(entries).slice(0, SHOWN);
          if (shown.length === 0) return <None text={t('none')} />;
          return (
            <ul className={styles.list}>
              {shown.map(({ entry, earlier }) => (
                <li key={entry.id}>
                  <span className={styles.text}>
                    <Headline entry={entry} />
                    <span className={styles.detail}>
                      {entry.details}
                      {earlier.length > 0 && ` ${folded('folded', { count: earlier.length })}`}
                    </span>
                  </span>
                  <span className={styles.time}>
                    <TimeAgo at={entry.timestamp} />
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

export function useProductionChanges(how: typeof ASKED_AHEAD | { readonly enabled: boolean }) {
  const language = useLanguage();
  return useQuery({ ...newestChangesQuery(inProduction(), language), ...how });
}

/** What the card shows, and the log behind "See all" with it. */
function inProduction(): AuditFilter {
  return { production: 'true', from: weekAgo(new Date()) };
}
