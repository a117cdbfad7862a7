import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import {
  REQUEST_VIEWS,
  type RequestView,
} from '@comporta/contract/change-requests/change-request-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { TextsOfRequests } from '../base/texts/texts-of-requests.tsx';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { changeRequestsQuery } from '../data/change-request-queries.ts';
import { LoadMore } from '../parts/paged-list/load-more.tsx';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { Tabs } from '../ui/controls/tabs.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './change-request-list.module.css';
import { useRequestColumns } from './use-request-columns.tsx';

/** The changes of an application that are not applied yet, and those that were. The address holds view and filter. */
export function ChangeRequestListPage() {
  return (
    <TextsOfRequests>
      <ChangeRequestList />
    </TextsOfRequests>
  );
}

function ChangeRequestList() {
  const t = useTranslations('changeRequest');
  const { appId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const view = REQUEST_VIEWS.find((one) => one === params.get('view')) ?? 'open';
  const envId = params.get('envId') ?? undefined;
  const requests = useInfiniteQuery(changeRequestsQuery(appId, { view, envId }));
  const counts = requests.data?.pages[0]?.counts;

  function set(name: 'view' | 'envId', value: string) {
    // Starts from the current address, because the last render may lack another change.
    const next = new URLSearchParams(window.location.search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: name === 'envId' });
  }

  return (
    <Page title={t('title')} width="list" help="safe-changes">
      <Tabs
        value={view}
        onChange={(next) => set('view', next === 'open' ? '' : (next ?? ''))}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('title')}>
          {REQUEST_VIEWS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`view.${one}`)}
              {one !== 'closed' && counts !== undefined && ` ${counts[one]}`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          <EnvironmentFilter envId={envId} onChange={(value) => set('envId', value)} />
          <Loaded key={`${appId} ${view} ${envId}`} query={requests} rows={8} isList>
            {({ pages }) => (
              <Requests
                view={view}
                isFiltered={envId !== undefined}
                pages={pages}
                query={requests}
              />
            )}
          </Loaded>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

interface EnvironmentFilterProps {
  readonly envId: string | undefined;
  readonly onChange: (envId: string) => void;
}

function EnvironmentFilter({ envId, onChange }: EnvironmentFilterProps) {
  const t = useTranslations();
  const environments = useCurrentEnvironment().application?.environments ?? [];
  return (
    <NativeSelect
      variant="filled"
      className={styles.filter}
      label={t('changeRequest.list.environment')}
      value={envId ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('audit.filter.anyEnvironment') },
        ...environments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

interface RequestsProps {
  readonly view: RequestView;
  readonly isFiltered: boolean;
  readonly pages: readonly { readonly items: readonly ChangeRequestSummary[] }[];
  readonly query: Parameters<typeof LoadMore>[0]['query'];
}

function Requests({ view, isFiltered, pages, query }: RequestsProps) {
  const t = useTranslations('changeRequest');
  const columns = useRequestColumns();
  // A request that was filed meanwhile moves others to the next page, which has them once more.
  const rows = [
    ...new Map(pages.flatMap(({ items }) => items.map((one) => [one.id, one] as const))).values(),
  ];
  if (rows.length === 0) {
    const text = view === 'open' && !isFiltered ? 'empty' : 'list.nothing';
    return <EmptyState text={t(text)} help={<HelpLink page="safe-changes" />} />;
  }
  return (
    <>
      <DataTable
        label={t('title')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        sort={undefined}
        onSort={() => {}}
      />
      <LoadMore
        count={rows.length}
        label={t('list.more')}
        announce={(count) => t('list.loadedMore', { count })}
        query={query}
      />
    </>
  );
}
