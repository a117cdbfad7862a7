import type { Environment } from '@comporta/contract/applications/application';
import type { Comparison } from '@comporta/contract/compare/comparison';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { comparisonQuery } from '../data/comparison-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { useRowSelection } from '../ui/list/row-selection.ts';
import styles from './compare-page.module.css';
import type { Chosen } from './compared-environments.ts';
import { PromoteBar } from './promote-bar.tsx';
import { useComparisonColumns } from './use-comparison-columns.tsx';

interface ComparisonListProps {
  readonly appId: string;
  readonly chosen: Chosen<Environment>;
}

export function ComparisonList({ appId, chosen }: ComparisonListProps) {
  const t = useTranslations('compare');
  const comparison = useQuery(comparisonQuery(appId, { from: chosen.from.id, to: chosen.to.id }));
  const { data: toggles } = useQuery(togglesQuery(appId));
  const [params, setParams] = useSearchParams();
  const showsAll = params.get('all') === 'true';
  const columns = useComparisonColumns({ appId, chosen, toggles });
  const selection = useRowSelection(comparison.data, idOf, nameOf);

  function showAll(all: boolean) {
    // Starts from the current address, because the list writes its search there, too.
    const next = new URLSearchParams(window.location.search);
    if (all) next.set('all', 'true');
    else next.delete('all');
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return (
    <Loaded query={comparison} rows={8} isList>
      {(rows) => (
        <div className={styles.list}>
          <DataList
            label={t('title')}
            rows={rows}
            rowKey={idOf}
            columns={columns}
            selection={selection}
            searchIn={nameOf}
            isShown={showsAll ? undefined : isDifferent}
            onClear={() => showAll(true)}
            filters={
              <Checkbox
                label={t('onlyDifferences')}
                checked={!showsAll}
                onChange={({ currentTarget }) => showAll(!currentTarget.checked)}
              />
            }
            empty={<EmptyState text={t('noToggles')} help={<HelpLink page="environments" />} />}
          />
          <PromoteBar {...{ appId, chosen, rows, selection }} />
        </div>
      )}
    </Loaded>
  );
}

function idOf({ toggleId }: Comparison): string {
  return toggleId;
}

function nameOf({ toggleName }: Comparison): string {
  return toggleName;
}

/** Users on other sides of equal splits are a difference, too. */
function isDifferent({ state, otherSalt }: Comparison): boolean {
  return state !== 'SAME' || otherSalt;
}
