import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { EnvironmentState } from './environment-state.tsx';
import { EnvironmentStates } from './environment-states.tsx';
import styles from './toggle-list-page.module.css';
import { stateRank, statesOfToggle, type ToggleStates } from './toggle-states.ts';
import { ValueList } from './value-list.tsx';

type Environment = { readonly id: string; readonly name: string };

/** So many environments have room for a column each. */
const MAX_COLUMNS = 4;

/** Name, values and one column for each environment; undefined states are not loaded yet. */
export function useToggleColumns(
  environments: readonly Environment[],
  states: ToggleStates | undefined,
): readonly Column<Toggle>[] {
  const t = useTranslations();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('common.name'),
        width: '31%',
        sortBy: ({ name }) => name,
        cell: ({ appId, id, name, description }) => (
          <>
            <span className={styles.name}>
              <Link to={pathTo('toggle', { appId, toggleId: id })}>
                <code>{name}</code>
              </Link>
              <CopyButton text={name} label={name} />
            </span>
            {description !== '' && (
              <p className={styles.description} title={description}>
                {description}
              </p>
            )}
          </>
        ),
      },
      {
        id: 'values',
        title: t('common.values'),
        cell: ({ values, defaultValue }) => (
          <ValueList values={values} defaultValue={defaultValue} />
        ),
      },
      ...environmentColumns(environments, states, t('toggle.environments.title')),
    ],
    [t, environments, states],
  );
}

function environmentColumns(
  environments: readonly Environment[],
  states: ToggleStates | undefined,
  title: string,
): Column<Toggle>[] {
  const stateOf = (toggleId: string, envId: string) =>
    states && statesOfToggle(states, toggleId).get(envId);
  if (environments.length > MAX_COLUMNS) {
    return [
      {
        id: 'environments',
        title,
        width: '36%',
        cell: (toggle) =>
          states && (
            <EnvironmentStates
              toggle={toggle}
              environments={environments}
              experiments={statesOfToggle(states, toggle.id)}
            />
          ),
      },
    ];
  }
  return environments.map((environment) => ({
    id: environment.id,
    title: environment.name,
    width: `${Math.min(13, 42 / environments.length)}%`,
    sortBy: ({ id }) => stateRank(stateOf(id, environment.id)?.status),
    cell: (toggle) =>
      states && (
        <EnvironmentState
          toggle={toggle}
          environment={environment}
          experiment={stateOf(toggle.id, environment.id)}
        />
      ),
  }));
}
