import { deleteMetric, type ListedMetric } from '@comporta/contract/metrics/metric-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { eventKeysQuery } from '../data/event-key-queries.ts';
import { forgetMetrics, metricsQuery, removeMetric } from '../data/metric-queries.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { RefusedEvents } from './refused-events.tsx';
import { UnusedEventKeys } from './unused-event-keys.tsx';
import { useMetricColumns } from './use-metric-columns.tsx';
import { useMetricUses } from './use-metric-uses.ts';

export function MetricListPage() {
  const t = useTranslations('metric');
  const { appId = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const metrics = useQuery(metricsQuery(appId));
  const eventKeys = useQuery(eventKeysQuery(appId));
  const deletion = useMetricDeletion(appId);
  const create = (
    <CreateLink to={pathTo('metric', { appId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  const columns = useMetricColumns(appId, eventKeys.data);
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
            actions={
              isReadOnly
                ? undefined
                : (metric) => (
                    <DeleteButton name={metric.key} onClick={() => deletion.ask(metric)} />
                  )
            }
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
      <RefusedEvents appId={appId} />
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
