import type { Limits } from '@comporta/contract/limits/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import { FORGOTTEN_AFTER_DAYS } from './attention.ts';
import { forgottenPausesQuery } from './attention-queries.ts';
import styles from './dashboard-list.module.css';
import { usageOf } from './usage.ts';

const LIMITS = [
  ['MAX_APPS', 'applications'],
  ['MAX_FEATURE_TOGGLES', 'toggles'],
  ['MAX_USERS', 'users'],
] as const;

/** Limits that are near, and pauses that were probably forgotten. */
export function NeedsAttention({ limits }: { readonly limits: Limits }) {
  const t = useTranslations('dashboard');
  const { data: applications } = useQuery(applicationsQuery);
  const { data: pauses } = useQuery(forgottenPausesQuery);
  const near = LIMITS.filter(([limit]) => (usageOf(limits[limit])?.level ?? 'fine') !== 'fine');
  const environments = new Map(
    applications?.flatMap((application) =>
      application.environments.map(({ id, name }) => [id, `${application.name} / ${name}`]),
    ),
  );

  return (
    <section>
      <div className={styles.head}>
        <h2>{t('attention.title')}</h2>
      </div>
      {near.length === 0 && pauses?.length === 0 ? (
        <p className={styles.none}>{t('attention.none')}</p>
      ) : (
        <ul className={styles.list}>
          {near.map(([limit, what]) => (
            <li key={limit}>
              {t('attention.limit', {
                what: t(what),
                count: limits[limit].currentCount,
                max: limits[limit].maxLimit ?? 0,
              })}
            </li>
          ))}
          {pauses?.map(({ id, appId = '', envId = '', entity }) => (
            <li key={id}>
              <Link to={pathTo('experiment', { appId, envId, id: entity.id })}>
                {t('attention.paused', {
                  name: entity.name,
                  environment: environments.get(envId) ?? '',
                  days: FORGOTTEN_AFTER_DAYS,
                })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
