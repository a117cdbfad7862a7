import { deleteIdList, type ListedIdList } from '@comporta/contract/id-lists/id-list-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { forgetIdLists, idListsQuery, removeIdList } from '../data/id-list-queries.ts';
import { useLinksOf, useUsageLinks } from '../parts/usage/use-usage-links.ts';
import { UsedIn } from '../parts/usage/used-in.tsx';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { DescribedName } from '../ui/list/described-name.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { lastChangeColumn } from '../ui/list/last-change-column.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';

export function IdListListPage() {
  const t = useTranslations('idList');
  const { appId = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const lists = useQuery(idListsQuery(appId));
  const deletion = useIdListDeletion(appId);
  const columns = useColumns(appId);
  const hasNone = lists.data?.length === 0;
  const create = <CreateLink to={pathTo('idList', { appId, id: 'new' })}>{t('new')}</CreateLink>;

  return (
    <Page title={t('title')} {...(!hasNone && { actions: create })} width="list" help="id-lists">
      <Loaded query={lists} rows={8} isList>
        {(rows) => (
          <DataList
            label={t('title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ name, description }) => `${name} ${description}`}
            actions={
              isReadOnly
                ? undefined
                : (list) => <DeleteButton name={list.name} onClick={() => deletion.ask(list)} />
            }
            empty={
              <EmptyState text={t('empty')} help={<HelpLink page="id-lists" />}>
                {create}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function useColumns(appId: string): readonly Column<ListedIdList>[] {
  const t = useTranslations();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('common.name'),
        sortBy: ({ name }) => name,
        cell: ({ id, name, description }) => (
          <DescribedName to={pathTo('idList', { appId, id })} description={description}>
            {name}
          </DescribedName>
        ),
      },
      {
        id: 'count',
        title: t('idList.ids'),
        isPlain: true,
        width: '16%',
        sortBy: ({ count }) => count,
        cell: ({ count }) => t('idList.count', { count }),
      },
      {
        id: 'usedIn',
        title: t('usage.title'),
        isDetail: true,
        width: '24%',
        sortBy: ({ usedBy }) => usedBy.length,
        cell: ({ name, usedBy }) => <UsedIn name={name} appId={appId} usages={usedBy} />,
      },
      lastChangeColumn({
        title: t('common.changed'),
        changeOf: ({ lastChanged }) => lastChanged,
      }),
    ],
    [t, appId],
  );
}

function useIdListDeletion(appId: string) {
  const t = useTranslations('idList');
  const client = useQueryClient();
  const linksOf = useLinksOf(appId);
  return useEntityDeletion<ListedIdList, typeof deleteIdList>({
    endpoint: deleteIdList,
    title: t('delete.title'),
    confirm: ({ name, count }) => t('delete.confirm', { name, count }),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    uses: ({ usedBy }) => linksOf(usedBy),
    usedIn: useUsageLinks(appId),
    remove: removeIdList,
    onClosed: () => void forgetIdLists(client, appId),
  });
}
