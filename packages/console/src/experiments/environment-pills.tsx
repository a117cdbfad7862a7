import { NavLink, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { usePlace } from '../applications/application-queries.ts';
import { EnvironmentDot } from '../shell/environment-dot.tsx';
import { pathTo } from '../shell/paths.ts';
import styles from './environment-pills.module.css';

/** The same list in another environment. */
export function EnvironmentPills() {
  const t = useTranslations('layout');
  const { appId = '' } = useParams();
  const { application } = usePlace();
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
