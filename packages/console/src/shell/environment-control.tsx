import type { Environment } from '@comporta/contract/applications/application';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { chooseEnvironment } from '../base/chosen-environment.ts';
import { isProduction } from '../base/environments.ts';
import { pathTo } from '../base/paths.ts';
import { experimentSummariesQuery } from '../experiments/experiment-queries.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import styles from './environment-control.module.css';

/** Which environment of the application everything is about. */
export function EnvironmentControl() {
  const t = useTranslations('layout.environment');
  const { envId } = useParams();
  const { application, chosen } = useCurrentEnvironment();
  const change = useEnvironmentChange();

  // What the address names is what one works in from then on.
  const appId = application?.id;
  useEffect(() => {
    if (appId !== undefined && envId !== undefined) chooseEnvironment(appId, envId);
  }, [appId, envId]);

  if (application === undefined || chosen === undefined) return null;
  return (
    <Menu
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
        <MenuItem
          key={environment.id}
          icon={<EnvironmentDot environment={environment} />}
          isCurrent={environment.id === chosen.id}
          onClick={() => change(environment)}
        >
          {environment.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** A page of an environment leads to the same page of the other; elsewhere only the choice changes. */
function useEnvironmentChange() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { appId = '', envId, id } = useParams();
  const isExperiment = id !== undefined && id !== 'new' && envId !== undefined;
  const { data: summaries } = useQuery({
    ...experimentSummariesQuery(appId),
    enabled: isExperiment,
  });

  return (next: Environment) => {
    if (envId === undefined) chooseEnvironment(appId, next.id);
    else if (isExperiment) void navigate(experimentIn(next.id));
    else void navigate(`${pathname.replace(envId, next.id)}${search}`);
  };

  function experimentIn(nextEnvId: string): string {
    const toggleId = summaries?.find((summary) => summary.id === id)?.toggleId;
    const there = summaries?.find(
      (summary) => summary.toggleId === toggleId && summary.envId === nextEnvId,
    );
    const path = pathTo('experiment', { appId, envId: nextEnvId, id: there?.id ?? 'new' });
    return there === undefined && toggleId !== undefined ? `${path}?toggleId=${toggleId}` : path;
  }
}
