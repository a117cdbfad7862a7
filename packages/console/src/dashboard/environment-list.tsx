import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import { ASKED_AHEAD } from '../data/attention-queries.ts';
import { environmentStatusQuery } from '../data/environment-key-queries.ts';
import { placesWithKey } from '../parts/onboarding/onboarding-steps.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './dashboard-list.module.css';

/** Each environment takes a call; the settings of an application list all of its environments. */
const SHOWN = 8;

/** The environments that systems use, and the time of their last request. */
export function EnvironmentList() {
  const t = useTranslations('dashboard.environments');
  const { places, statuses } = useEnvironmentStatuses(ASKED_AHEAD);
  if (places.length === 0) return null;
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
      </div>
      <ul className={styles.list}>
        {places.map(({ application, environment }, index) => {
          const status = statuses[index]?.data;
          return (
            <li key={environment.id}>
              <span className={styles.place}>
                <EnvironmentDot environment={environment} />
                <Link to={pathTo('settings', { appId: application.id })}>
                  {`${application.name} / ${environment.name}`}
                </Link>
              </span>
              <span className={styles.time}>
                {status !== undefined &&
                  (status.lastSeenAt === null ? (
                    t('never')
                  ) : (
                    <>
                      {t('asked')} <TimeAgo at={status.lastSeenAt} />
                    </>
                  ))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function useEnvironmentStatuses(how: Partial<typeof ASKED_AHEAD>) {
  const { data: applications } = useQuery(applicationsQuery);
  const places = placesWithKey(applications ?? []).slice(0, SHOWN);
  const statuses = useQueries({
    queries: places.map(({ application, environment }) => ({
      ...environmentStatusQuery(application.id, environment.id),
      ...how,
    })),
  });
  return { places, statuses };
}
