import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import styles from '../../ui/screen-tabs.module.css';

/** Links to the two screens of an experiment. */
export function ExperimentTabs({ appId, envId, id }: ExperimentKey) {
  const t = useTranslations('experiment.screens');
  const place = { appId, envId, id };
  return (
    <nav aria-label={t('label')} className={styles.tabs}>
      <NavLink end to={pathTo('experiment', place)}>
        {t('rules')}
      </NavLink>
      <NavLink end to={pathTo('results', place)}>
        {t('results')}
      </NavLink>
    </nav>
  );
}
