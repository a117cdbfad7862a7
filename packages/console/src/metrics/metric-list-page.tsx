import type { Metric } from '@comporta/contract/metrics/metric';
import { deleteMetric, type ListedMetric } from '@comporta/contract/metrics/metric-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { DayBars } from './day-bars.tsx';
import { eventKeysQuery } from './event-key-queries.ts';
import styles from './metric-list-page.module.css';
import { forgetMetrics, metricsQuery, removeMetric } from './metric-queries.ts';
import { UnusedEventKeys } from './unused-event-keys.tsx';
import { useMetricUses } from './use-metric-uses.ts';
import { UsedBy } from './used-by.tsx';

export function MetricListPage() {
  const t = useTranslations('metric');
  const { appId = '' } = useParams();
  const metrics = useQuery(metricsQuery(appId));
  const eventKeys = useQuery(eventKeysQuery(appId));
  const seenOf = ({ eventKey }: Metric) => eventKeys.data?.find(({ key }) => key === eventKey);
  const deletion = useMetricDeletion(appId);
  const create = (
    <CreateLink to={pathTo('metric', { appId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  const columns: readonly Column<ListedMetric>[] = [
    {
      id: 'key',
      title: t('list.key'),
      width: '20%',
      sortBy: ({ key }) => key,
      cell: ({ id, key, eventKey }) => (
        <>
          <Link to={pathTo('metric', { appId, id })}>
            <code>{key}</code>
          </Link>
          {eventKey !== key && (
            <p className={styles.description}>
              <code>{eventKey}</code>
            </p>
          )}
        </>
      ),
    },
    {
      id: 'name',
      title: t('edit.name'),
      sortBy: ({ name }) => name,
      cell: ({ name, description }) => (
        <>
          {name}
          <p className={styles.description}>{description}</p>
        </>
      ),
    },
    {
      id: 'kind',
      title: t('list.kind'),
      width: '12%',
      sortBy: ({ kind }) => t(`kind.${kind}`),
      cell: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'lastEvent',
      title: t('list.lastEvent'),
      width: '14%',
      sortBy: (metric) => seenOf(metric)?.lastEventAt ?? '',
      cell: (metric) => {
        const at = seenOf(metric)?.lastEventAt;
        if (eventKeys.data === undefined) return null;
        return at === undefined ? t('list.never') : <TimeAgo at={at} />;
      },
    },
    {
      id: 'perDay',
      title: t('list.perDay'),
      isDetail: true,
      width: '14%',
      cell: (metric) => {
        const seen = seenOf(metric);
        return seen && <DayBars days={seen.days} />;
      },
    },
    {
      id: 'usedBy',
      title: t('list.usedBy'),
      width: '14%',
      sortBy: ({ usedBy }) => usedBy.length,
      cell: (metric) => <UsedBy metric={metric} />,
    },
  ];
  const hasNone = metrics.data?.length === 0;

  return (
    <Page title={t('list.title')} {...(!hasNone && { actions: create })} help="metrics">
      <Loaded key={appId} query={metrics}>
        {(rows) => (
          <DataList
            label={t('list.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ key, name, description, eventKey }) =>
              [key, name, description, eventKey].join(' ')
            }
            actions={(metric) => (
              <DeleteButton name={metric.key} onClick={() => deletion.ask(metric)} />
            )}
            empty={
              <EmptyState text={t('list.empty')} help={<HelpLink page="metrics" />}>
                {create}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {metrics.data !== undefined && eventKeys.data !== undefined && (
        <UnusedEventKeys appId={appId} metrics={metrics.data} eventKeys={eventKeys.data} />
      )}
      {deletion.dialogs}
    </Page>
  );
}

function useMetricDeletion(appId: string) {
  const t = useTranslations('metric');
  const client = useQueryClient();
  return useEntityDeletion<ListedMetric, typeof deleteMetric>({
    endpoint: deleteMetric,
    title: t('deleteTitle'),
    confirm: ({ name }) => t('deleteConfirm', { name }),
    success: t('deleted'),
    refused: (code) => t(`error.${code}`),
    uses: useMetricUses(),
    remove: removeMetric,
    onClosed: () => void forgetMetrics(client, appId),
  });
}
