import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import type { Lifecycles } from '../../data/lifecycle-queries.ts';
import type { Favourites } from '../../parts/favourite/use-favourites.ts';
import { useMediaQuery } from '../../ui/controls/use-media-query.ts';
import { lastChangeColumn } from '../../ui/list/last-change-column.tsx';
import type { Column } from '../../ui/list/list-order.ts';
import { OutcomeCell } from './outcome-cell.tsx';
import type { SwitchedRules } from './rules-switch.tsx';
import styles from './toggle-list-page.module.css';
import nameStyles from './toggle-name.module.css';
import { ToggleName } from './toggle-name.tsx';
import { latestChange, stateRank, statesOfToggle, type ToggleStates } from './toggle-states.ts';
import valueStyles from './value-list.module.css';
import { ValueList } from './value-list.tsx';

/** Up to this number of environments, each has a column. */
const MAX_COLUMNS = 4;
/** Between a phone and this width, only the chosen environment has one. Source: CDW-74. */
const HALF_WIDTH = '(max-width: 1199px)';

interface ShownEnvironments {
  readonly environments: readonly Environment[];
  /** The chosen environment; only its column has the switch. */
  readonly chosenId: string | undefined;
  /** Undefined while they are not loaded yet. */
  readonly states: ToggleStates | undefined;
  readonly lifecycles: Lifecycles | undefined;
  /** Whether only those of one state are shown. */
  readonly isByLifecycle: boolean;
  readonly onAsk: (rules: SwitchedRules) => void;
  readonly favourites: Favourites;
}

/** The columns: name, values, what users get in each environment, and the last change. */
export function useToggleColumns(shown: ShownEnvironments): readonly Column<Toggle>[] {
  const t = useTranslations();
  const { environments, chosenId, states, lifecycles, isByLifecycle, onAsk, favourites } = shown;
  const isHalf = useMediaQuery(HALF_WIDTH, false, { getInitialValueInEffect: false });
  const most = isHalf ? 1 : MAX_COLUMNS;
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('common.name'),
        sortBy: ({ name }) => name,
        className: nameStyles.name,
        cell: (toggle) => (
          <ToggleName
            toggle={toggle}
            favourites={favourites}
            lifecycle={lifecycles?.get(toggle.id)}
            isByLifecycle={isByLifecycle}
          />
        ),
      },
      ...(isHalf ? [] : [valuesColumn(t('common.values'))]),
      ...environmentColumns({ environments, chosenId, states, onAsk, most }),
      ...columnOfOthers(environments.length - most, (toggle, count) =>
        t('toggle.list.otherEnvironments', { toggle, count }),
      ),
      lastChangeColumn({
        title: t('toggle.list.changed'),
        changeOf: (toggle) => latestChange(toggle, statesOfToggle(states ?? new Map(), toggle.id)),
      }),
    ],
    [t, environments, chosenId, states, lifecycles, isByLifecycle, onAsk, favourites, isHalf, most],
  );
}

function valuesColumn(title: string): Column<Toggle> {
  return {
    id: 'values',
    title,
    isDetail: true,
    width: '12%',
    className: valueStyles.values,
    cell: (toggle) => <ValueList toggle={toggle} />,
  };
}

function environmentColumns({
  environments,
  chosenId,
  states,
  onAsk,
  most,
}: Shown & Pick<ShownEnvironments, 'states' | 'onAsk'>): Column<Toggle>[] {
  const stateOf = (toggle: Toggle, envId: string) =>
    states && statesOfToggle(states, toggle.id).get(envId);
  return shownOf({ environments, chosenId, most }).map((environment) => {
    const isChosen = environment.id === chosenId;
    return {
      id: environment.id,
      title: environment.name,
      isPlain: true,
      ...(isChosen ? {} : { isDetail: true }),
      width: most === 1 ? '34%' : isChosen ? '16%' : '8%',
      sortBy: (toggle) => stateRank(toggle, stateOf(toggle, environment.id)),
      cell: (toggle) =>
        states && (
          <OutcomeCell
            toggle={toggle}
            environment={environment}
            experiment={stateOf(toggle, environment.id)}
            onAsk={isChosen ? onAsk : undefined}
          />
        ),
    };
  });
}

/** The column that counts the other environments; it links to the toggle's page, which shows all of them. */
function columnOfOthers(
  count: number,
  labelOf: (toggle: string, count: number) => string,
): Column<Toggle>[] {
  if (count <= 0) return [];
  const title = `+${count}`;
  return [
    {
      id: 'others',
      title,
      isDetail: true,
      width: '48px',
      cell: ({ appId, id: toggleId, name }) => (
        <Link
          className={styles.others}
          to={pathTo('toggle', { appId, toggleId })}
          aria-label={labelOf(name, count)}
        >
          {title}
        </Link>
      ),
    },
  ];
}

interface Shown extends Pick<ShownEnvironments, 'environments' | 'chosenId'> {
  /** The largest number of columns. */
  readonly most: number;
}

/** Returns all environments, or if there are too many, the chosen one and the first others in their order. */
function shownOf({ environments, chosenId, most }: Shown): readonly Environment[] {
  if (environments.length <= most) return environments;
  const others = environments.filter(({ id }) => id !== chosenId).slice(0, most - 1);
  return environments.filter((one) => one.id === chosenId || others.includes(one));
}
