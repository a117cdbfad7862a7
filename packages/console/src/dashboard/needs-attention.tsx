import type { Limits } from '@comporta/contract/limits/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { applicationsQuery } from '../data/application-queries.ts';
import {
  FORGOTTEN_AFTER_DAYS,
  OVERLOOKED_AFTER_DAYS,
  overlookedInvitations,
  productionWithoutKey,
} from '../data/attention.ts';
import { ASKED_AHEAD, forgottenPausesQuery, staleCountsQuery } from '../data/attention-queries.ts';
import { usersQuery } from '../data/user-queries.ts';
import styles from './dashboard-list.module.css';
import { None } from './none.tsx';
import { usageOf } from './usage.ts';
import { useLimitPaths } from './use-limit-paths.ts';

const LIMITS = [
  ['MAX_APPS', 'applications'],
  ['MAX_FEATURE_TOGGLES', 'toggles'],
  ['MAX_USERS', 'users'],
] as const;

/** The number of items shown of each kind; the rest is only counted. */
const SHOWN = 3;

/** Limits that are nearly reached, environments without a key, and things that were probably forgotten. */
export function NeedsAttention({ limits }: { readonly limits: Limits }) {
  const t = useTranslations('dashboard');
  const paths = useLimitPaths();
  const { data: applications } = useQuery(applicationsQuery);
  const { data: pauses } = useQuery(forgottenPausesQuery);
  const { data: users } = useQuery({ ...usersQuery, ...ASKED_AHEAD });
  const { data: stale } = useQuery(staleCountsQuery);
  const near = LIMITS.filter(([limit]) => (usageOf(limits[limit])?.level ?? 'fine') !== 'fine');
  const keyless = productionWithoutKey(applications ?? []);
  const invitations = overlookedInvitations(users ?? [], new Date());
  const names = new Map(applications?.map(({ id, name }) => [id, name]));
  const environments = new Map(
    applications?.flatMap((application) =>
      application.environments.map(({ id, name }) => [id, `${application.name} / ${name}`]),
    ),
  );
  const isKnown = pauses !== undefined && users !== undefined && stale !== undefined;
  const found = [near, keyless, invitations, pauses ?? [], stale ?? []];
  const isCalm = isKnown && found.every(({ length }) => length === 0);

  return (
    <section>
      <div className={styles.head}>
        <h2>{t('attention.title')}</h2>
      </div>
      {isCalm ? (
        <None text={t('attention.none')} />
      ) : (
        <ul className={styles.list}>
          {near.map(([limit, what]) => (
            <LinkedLine key={limit} to={paths[limit]}>
              {t('attention.limit', {
                what: t(what),
                count: limits[limit].currentCount,
                max: limits[limit].maxLimit ?? 0,
              })}
            </LinkedLine>
          ))}
          {keyless.slice(0, SHOWN).map(({ application, environment }) => (
            <LinkedLine
              key={environment.id}
              to={pathTo('newEnvironmentKey', { appId: application.id, envId: environment.id })}
            >
              {t('attention.noKey', {
                environment: `${application.name} / ${environment.name}`,
              })}
            </LinkedLine>
          ))}
          <More count={keyless.length - SHOWN} />
          {invitations.length > 0 && (
            <LinkedLine to={`${pathTo('users')}?sort=status`}>
              {t('attention.invitations', {
                count: invitations.length,
                days: OVERLOOKED_AFTER_DAYS,
              })}
            </LinkedLine>
          )}
          {pauses?.slice(0, SHOWN).map(({ id, appId = '', envId = '', entity }) => (
            <LinkedLine key={id} to={pathTo('experiment', { appId, envId, id: entity.id })}>
              {t('attention.paused', {
                name: entity.name,
                environment: environments.get(envId) ?? '',
                days: FORGOTTEN_AFTER_DAYS,
              })}
            </LinkedLine>
          ))}
          <More count={(pauses?.length ?? 0) - SHOWN} />
          {stale?.slice(0, SHOWN).map(({ appId, count }) => (
            <LinkedLine key={appId} to={`${pathTo('toggles', { appId })}?lifecycle=stale`}>
              {t('attention.stale', { count, application: names.get(appId) ?? '' })}
            </LinkedLine>
          ))}
          <More count={(stale?.length ?? 0) - SHOWN} />
        </ul>
      )}
    </section>
  );
}

interface LinkedLineProps {
  readonly to: string | undefined;
  readonly children: ReactNode;
}

function LinkedLine({ to, children }: LinkedLineProps) {
  return <li>{to === undefined ? children : <Link to={to}>{children}</Link>}</li>;
}

/** The number of further items of the same kind. */
function More({ count }: { readonly count: number }) {
  const t = useTranslations('dashboard.attention');
  return count > 0 && <li className={styles.none}>{t('more', { count })}</li>;
}
