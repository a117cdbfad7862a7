import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import {
  REQUEST_VIEWS,
  type RequestView,
} from '@comporta/contract/change-requests/change-request-api';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { TextsOfRequests } from '../base/texts-of-requests.tsx';
import { changeRequestsQuery } from '../data/change-request-queries.ts';
import { Tabs } from '../ui/controls/tabs.ts';
import { useNextTime } from '../ui/dates/next-time.ts';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { lastChangeColumn } from '../ui/list/last-change-column.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { RequestState } from './request-state.tsx';

/** The changes of an application that are not applied yet, and those that were. */
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
  const requests = useQuery(changeRequestsQuery(appId, view));
  const counts = requests.data?.counts;
  const columns = useColumns(appId);

  return (
    <Page title={t('title')} width="list">
      <Tabs
        value={view}
        onChange={(next) => setParams(next === 'open' ? {} : { view: next ?? '' })}
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
          <Loaded key={`${appId} ${view}`} query={requests} rows={8} isList>
            {({ items }) => (
              <DataList
                label={t('title')}
                rows={items}
                rowKey={({ id }) => id}
                columns={columns}
                searchIn={textIn}
                empty={<EmptyState text={emptyText(view, t)} help={<HelpLink page="people" />} />}
              />
            )}
          </Loaded>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function textIn({ number, title, author, entities }: ChangeRequestSummary): string {
  return [`#${number}`, title, author.name, ...entities.map(({ name }) => name)].join(' ');
}

type Say = (key: 'empty' | 'list.nothing') => string;

function emptyText(view: RequestView, t: Say): string {
  return t(view === 'open' ? 'empty' : 'list.nothing');
}

function useColumns(appId: string): readonly Column<ChangeRequestSummary>[] {
  const t = useTranslations('changeRequest');
  const nextTime = useNextTime();
  return useMemo(
    () => [
      {
        id: 'request',
        title: t('list.request'),
        sortBy: ({ number }) => number,
        cell: ({ id, number, title }) => (
          <Link to={pathTo('changeRequest', { appId, id })}>
            {t('of', { number: String(number), title })}
          </Link>
        ),
      },
      {
        id: 'state',
        title: t('list.state'),
        sortBy: ({ state }) => t(`state.${state}`),
        cell: (request) => <RequestState request={request} />,
      },
      {
        id: 'environments',
        title: t('list.environments'),
        cell: ({ touched }) => touched.map(({ name }) => name).join(', '),
      },
      {
        id: 'next',
        title: t('list.next'),
        sortBy: ({ nextAt }) => nextAt ?? '',
        cell: ({ nextAt }) => (nextAt === null ? '' : nextTime(nextAt)),
      },
      lastChangeColumn({
        title: t('list.changed'),
        changeOf: ({ lastChanged }: ChangeRequestSummary) => lastChanged,
      }),
    ],
    [appId, t, nextTime],
  );
}
