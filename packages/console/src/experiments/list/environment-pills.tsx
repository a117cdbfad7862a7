import { NavLink, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../applications/application-queries.ts';
import { pathTo } from '../../base/paths.ts';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import styles from './environment-pills.module.css';

/** The same list in another environment. */
export function EnvironmentPills() {
  const t = useTranslations('layout');
  const { appId = '' } = useParams();
  const { application } = useCurrentEnvironment();
  return (
    <nav aria-label={t('environments')} className={styles.pills}>
      {application?.environments.map(({ id: envId, name }) => (
        <NavLink
          key={envId}
          to={pathTo('experiments', { appId, envId })}
          className={styles.pill ?? ''}
        >
          <EnvironmentDot name={name} />
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
