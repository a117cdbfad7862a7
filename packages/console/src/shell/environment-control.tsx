import { isProduction } from '@comporta/contract/applications/production';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { chooseEnvironment } from '../data/stored/chosen-environment.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { Menu } from '../ui/menu.tsx';
import { MenuChoice } from '../ui/menu-item.tsx';
import styles from './environment-control.module.css';
import { useEnvironmentChange } from './use-environment-change.ts';

/** Chooses the environment that the screens of the application are about. */
export function EnvironmentControl() {
  const t = useTranslations('layout.environment');
  const { envId } = useParams();
  const { application, chosen } = useCurrentEnvironment();
  const change = useEnvironmentChange();

  // The environment in the address becomes the chosen one.
  const appId = application?.id;
  useEffect(() => {
    if (appId !== undefined && envId !== undefined) chooseEnvironment(appId, envId);
  }, [appId, envId]);

  if (application === undefined || chosen === undefined) return null;
  return (
    <Menu
      kind="choices"
      shortcut="v"
      button={(opener) => (
        <button
          type="button"
          className={styles.control}
          data-production={isProduction(chosen) || undefined}
          {...opener}
        >
          <EnvironmentDot environment={chosen} />
          <span className="visually-hidden">{t('label')}</span>
          <span className={styles.name}>{chosen.name}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      )}
    >
      {application.environments.map((environment) => (
        <MenuChoice
          key={environment.id}
          icon={<EnvironmentDot environment={environment} />}
          isCurrent={environment.id === chosen.id}
          onClick={() => change(environment)}
        >
          {environment.name}
        </MenuChoice>
      ))}
    </Menu>
  );
}
