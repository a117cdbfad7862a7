import type { OverviewRow } from '@comporta/contract/experiments/overview-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { TextsOfResults } from '../base/texts/texts-of-results.tsx';
import { overviewFilterIn, overviewQuery } from '../data/overview-queries.ts';
import { BulkBar } from '../parts/bulk/bulk-bar.tsx';
import { LoadMore } from '../parts/paged-list/load-more.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { useRowSelection } from '../ui/list/row-selection.ts';
import styles from './overview.module.css';
import { OverviewFilters } from './overview-filters.tsx';
import { useOverviewColumns } from './use-overview-columns.tsx';
import { usePause } from './use-pause.ts';

/** Everything that runs in production-like environments, over all applications. Source: CDW-83. */
export function OverviewPage() {
  return (
    <TextsOfResults>
      <Overview />
    </TextsOfResults>
  );
}

function Overview() {
  const t = useTranslations();
  const [params] = useSearchParams();
  const filter = overviewFilterIn(params);
  const overview = useInfiniteQuery(overviewQuery(filter));
  const rows = useMemo(() => overview.data?.pages.flatMap(({ items }) => items), [overview.data]);
  const nameOf = ({
    toggleName: toggle,
    appName: application,
    envName: environment,
  }: OverviewRow) => t('overview.name', { toggle, application, environment });
  const selection = useRowSelection(rows, idOf, nameOf);
  const columns = useOverviewColumns();
  const pause = usePause();
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Page title={t('overview.title')} intro={t('overview.intro')} width="list" help="rules">
      <OverviewFilters shown={rows ?? []} />
      <Loaded query={overview} rows={8} isList>
        {({ pages }) =>
          rows === undefined || rows.length === 0 ? (
            <EmptyState
              text={isFiltered ? t('common.nothingFound') : t('overview.empty')}
              help={<HelpLink page="rules" />}
            />
          ) : (
            <>
              <p role="status" className={styles.count}>
                {t('overview.count', { total: pages[0]?.totalItems ?? 0 })}
              </p>
              <DataTable
                label={t('overview.title')}
                rows={rows}
                rowKey={idOf}
                columns={columns}
                selection={selection}
                // The server has the rest of the list, and its order.
                sort={undefined}
                onSort={() => {}}
              />
              <LoadMore
                count={rows.length}
                label={t('audit.more')}
                announce={(count) => t('audit.loadedMore', { count })}
                query={overview}
              />
              <BulkBar rows={rows} rowKey={idOf} actions={[pause]} selection={selection} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function idOf({ id }: OverviewRow): string {
  return id;
}
