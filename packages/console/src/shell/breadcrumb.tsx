import { Link, useLocation, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { PATTERNS, pathTo, type Screen } from '../base/paths.ts';
import { useShownCrumb } from '../base/trail/crumb.ts';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import styles from './breadcrumb.module.css';

/** The lists of an application or an environment, as parts of the breadcrumb. */
const LISTS = {
  toggles: 'toggles',
  properties: 'properties',
  targetGroups: 'targetGroups',
  metrics: 'metrics',
  applicationAuditLogs: 'audit',
  settings: 'settings',
  experiments: 'experiments',
  playground: 'playground',
} as const satisfies Partial<Record<Screen, string>>;

/** The place of the current screen: application, environment, kind of thing, and its name. */
export function Breadcrumb() {
  const t = useTranslations('layout');
  const { appId = '', envId = '' } = useParams();
  const { pathname } = useLocation();
  const { application, environment } = useCurrentEnvironment();
  const item = useShownCrumb();
  if (application === undefined) return null;

  const list = Object.keys(LISTS).find((screen): screen is keyof typeof LISTS => {
    const pattern = PATTERNS[screen as keyof typeof LISTS];
    const path = pattern.replace(':appId', appId).replace(':envId', envId);
    return pathname === path || pathname.startsWith(`${path}/`);
  });
  return (
    <nav aria-label={t('breadcrumb')} className={styles.trail}>
      <ol>
        <li>
          <Link to={pathTo('toggles', { appId })}>{application.name}</Link>
        </li>
        {environment !== undefined && (
          <li>
            <Link to={pathTo('experiments', { appId, envId })}>{environment.name}</Link>
          </li>
        )}
        {list !== undefined && (
          <li>
            <Link to={PATTERNS[list].replace(':appId', appId).replace(':envId', envId)}>
              {t(LISTS[list])}
            </Link>
          </li>
        )}
        {item !== undefined && (
          <li>
            <span aria-current="page">{item}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
