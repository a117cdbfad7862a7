import type { Environment } from '@comporta/contract/applications/application';
import type { Comparison } from '@comporta/contract/compare/comparison';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { OutcomeView } from '../parts/outcome/outcome-view.tsx';
import { useOutcomeWords } from '../parts/outcome/outcome-words.ts';
import type { Column } from '../ui/list/list-order.ts';
import type { Chosen } from './compared-environments.ts';
import { DifferencesView } from './differences-view.tsx';

interface Comparing {
  readonly appId: string;
  readonly chosen: Chosen<Environment>;
  /** Undefined while they are loaded. */
  readonly toggles: readonly Toggle[] | undefined;
}

export function useComparisonColumns({
  appId,
  chosen,
  toggles,
}: Comparing): readonly Column<Comparison>[] {
  const t = useTranslations('compare');
  const { sentence } = useOutcomeWords();
  return useMemo(() => {
    const byId = new Map(toggles?.map((toggle) => [toggle.id, toggle]));
    const sideOf = (side: 'from' | 'to') => {
      const environment = chosen[side];
      return {
        id: side,
        title: environment.name,
        width: '24%',
        cell(row: Comparison): ReactNode {
          const toggle = byId.get(row.toggleId);
          const experiment = row[side];
          if (toggle === undefined) return null;
          if (experiment === null) return sentence(toggle, undefined);
          const path = pathTo('experiment', { appId, envId: environment.id, id: experiment.id });
          return (
            <Link to={path}>
              <OutcomeView toggle={toggle} experiment={experiment} />
            </Link>
          );
        },
      };
    };
    return [
      {
        id: 'name',
        title: t('toggle'),
        sortBy: ({ toggleName }) => toggleName,
        cell: ({ toggleId, toggleName }) => (
          <Link to={pathTo('toggle', { appId, toggleId })}>{toggleName}</Link>
        ),
      },
      sideOf('from'),
      sideOf('to'),
      {
        id: 'difference',
        title: t('difference', { to: chosen.to.name }),
        width: '26%',
        cell: (row) => <DifferencesView comparison={row} chosen={chosen} />,
      },
    ];
  }, [t, sentence, appId, chosen, toggles]);
}
