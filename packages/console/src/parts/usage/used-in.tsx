import type { Usage } from '@comporta/contract/usage';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import styles from './target-group-list-page.module.css';

const SHOWN = 3;

/** The experiments whose rules use a group: the first few, and how many more. */
export function UsedIn({ usages }: { readonly usages: readonly Usage[] }) {
  const t = useTranslations('targetGroup.list');
  const { appId = '' } = useParams();
  const { application } = useCurrentEnvironment();
  if (usages.length === 0) return <span className={styles.unused}>{t('unused')}</span>;
  const more = usages.length - SHOWN;
  return (
    <ul className={styles.usages}>
      {usages.slice(0, SHOWN).map(({ id, name, envId = '' }) => {
        const environment = application?.environments.find((one) => one.id === envId);
        return (
          <li key={id}>
            <Link to={pathTo('experiment', { appId, envId, id })}>{name}</Link>{' '}
            <span className={styles.environment}>{environment?.name}</span>
          </li>
        );
      })}
      {more > 0 && <li className={styles.environment}>{t('usedInMore', { count: more })}</li>}
    </ul>
  );
}
