import type { Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconCopy, IconDots, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { useOutcomeWords } from '../../parts/outcome/outcome-words.ts';
import { EnvironmentDot } from '../../parts/status/environment-dot.tsx';
import { productionFirst } from '../../parts/status/many-environments.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { Column } from '../../ui/list/list-order.ts';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem, MenuLink } from '../../ui/menu-item.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { OutcomeCell } from '../list/outcome-cell.tsx';
import type { SwitchedRules } from '../list/rules-switch.tsx';
import { CopyRulesDialog } from './copy-rules-dialog.tsx';
import styles from './environment-table.module.css';

interface EnvironmentTableProps {
  readonly toggle: Toggle;
  readonly environments: readonly Environment[];
  /** The experiments of the toggle, by environment. */
  readonly experiments: ReadonlyMap<string, ExperimentSummary>;
  readonly onAsk: (rules: SwitchedRules) => void;
}

/** What users of many environments get from a toggle: a row each, those with real users first. */
export function EnvironmentTable(props: EnvironmentTableProps) {
  const { toggle, environments, experiments } = props;
  const t = useTranslations('toggle.environments');
  const { sentence } = useOutcomeWords();
  const [copied, setCopied] = useState<ExperimentSummary>();
  const columns = useEnvironmentColumns(props);
  const rows = useMemo(() => productionFirst(environments), [environments]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section className={styles.scrolled} tabIndex={0} aria-label={t('title')}>
        <DataTable
          label={t('title')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          sort={undefined}
          onSort={() => {}}
          actions={(environment) => (
            <RowMenu
              {...{ toggle, environment }}
              experiment={experiments.get(environment.id)}
              onCopy={setCopied}
            />
          )}
        />
      </section>
      {copied !== undefined && (
        <CopyRulesDialog
          {...{ toggle, experiments }}
          experiment={copied}
          sentence={sentence(toggle, copied)}
          onClose={() => setCopied(undefined)}
        />
      )}
    </>
  );
}

function useEnvironmentColumns(props: EnvironmentTableProps): readonly Column<Environment>[] {
  const { toggle, experiments, onAsk } = props;
  const t = useTranslations('toggle');
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('environments.environment'),
        cell: (environment) => (
          <span className={styles.name}>
            <EnvironmentDot environment={environment} />
            <span title={environment.name}>{environment.name}</span>
          </span>
        ),
      },
      {
        id: 'outcome',
        title: t('environments.outcome'),
        isPlain: true,
        width: '40%',
        cell: (environment) => (
          <OutcomeCell
            {...{ toggle, environment, onAsk }}
            experiment={experiments.get(environment.id)}
          />
        ),
      },
      {
        id: 'changed',
        title: t('list.changed'),
        isPlain: true,
        width: '26%',
        cell: (environment) => {
          const changed = experiments.get(environment.id)?.lastChanged;
          return (
            changed && (
              <>
                <TimeAgo at={changed.at} /> {t('environments.by', { name: changed.by.name })}
              </>
            )
          );
        },
      },
    ],
    [t, toggle, experiments, onAsk],
  );
}

interface RowMenuProps {
  readonly toggle: Toggle;
  readonly environment: Environment;
  readonly experiment: ExperimentSummary | undefined;
  readonly onCopy: (experiment: ExperimentSummary) => void;
}

function RowMenu({ toggle, environment, experiment, onCopy }: RowMenuProps) {
  const t = useTranslations('toggle.environments');
  const mayEdit = useMayEdit();
  const isReadOnly = !mayEdit(environment.id);
  const mayCopy = useCurrentEnvironment().application?.environments.some(
    ({ id }) => id !== environment.id && mayEdit(id),
  );
  if (isReadOnly && experiment === undefined) return null;
  const { appId, id: toggleId } = toggle;
  const path = pathTo('experiment', { appId, envId: environment.id, id: experiment?.id ?? 'new' });
  return (
    <Menu
      button={(opener) => (
        <IconButton aria-label={t('actionsOf', { name: environment.name })} {...opener}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      )}
    >
      {(experiment !== undefined || !isReadOnly) && (
        <MenuLink
          icon={<IconPencil size={16} aria-hidden />}
          to={experiment === undefined ? `${path}?toggleId=${toggleId}` : path}
        >
          {experiment === undefined ? t('create') : t(isReadOnly ? 'view' : 'edit')}
        </MenuLink>
      )}
      {experiment !== undefined && mayCopy && (
        <MenuItem icon={<IconCopy size={16} aria-hidden />} onClick={() => onCopy(experiment)}>
          {t('copy')}
        </MenuItem>
      )}
    </Menu>
  );
}
