import { deleteProperty, type ListedProperty } from '@comporta/contract/properties/property-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useRestorable } from '../base/use-restorable.ts';
import { forgetProperties, propertiesQuery, removeProperty } from '../data/property-queries.ts';
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

export function PropertyListPage() {
  const t = useTranslations('property');
  const { appId = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const properties = useQuery(propertiesQuery(appId));
  const deletion = usePropertyDeletion(appId);
  const create = (
    <CreateLink to={pathTo('property', { appId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  const columns = useColumns(appId);
  const hasNone = properties.data?.length === 0;

  return (
    <Page
      title={t('list.title')}
      {...(!hasNone && { actions: create })}
      width="list"
      help="concepts"
    >
      <Loaded query={properties} rows={8} isList>
        {(rows) => (
          <DataList
            label={t('list.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ key, description }) => `${key} ${description}`}
            actions={
              isReadOnly
                ? undefined
                : (property) => (
                    <DeleteButton name={property.key} onClick={() => deletion.ask(property)} />
                  )
            }
            empty={
              <EmptyState text={t('list.empty')} help={<HelpLink page="concepts" />}>
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

function useColumns(appId: string): readonly Column<ListedProperty>[] {
  const t = useTranslations();
  return useMemo(
    () => [
      {
        id: 'key',
        title: t('property.key'),
        sortBy: ({ key }) => key,
        cell: ({ id, key, description }) => (
          <DescribedName to={pathTo('property', { appId, id })} description={description}>
            <code>{key}</code>
          </DescribedName>
        ),
      },
      {
        id: 'type',
        title: t('common.type'),
        isPlain: true,
        width: '16%',
        sortBy: ({ type }) => t(`property.type.${type}`),
        cell: ({ type }) => t(`property.type.${type}`),
      },
      {
        id: 'usedIn',
        title: t('usage.title'),
        isDetail: true,
        width: '24%',
        sortBy: ({ usedBy }) => usedBy.length,
        cell: ({ key, usedBy }) => <UsedIn name={key} appId={appId} usages={usedBy} />,
      },
      lastChangeColumn({
        title: t('common.changed'),
        changeOf: ({ lastChanged }) => lastChanged,
      }),
    ],
    [t, appId],
  );
}

function usePropertyDeletion(appId: string) {
  const t = useTranslations('property');
  const client = useQueryClient();
  const linksOf = useLinksOf(appId);
  return useEntityDeletion<ListedProperty, typeof deleteProperty>({
    endpoint: deleteProperty,
    title: t('delete.title'),
    confirm: ({ key }) => t('delete.confirm', { key }),
    afterwards: useRestorable(),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    uses: ({ usedBy }) => linksOf(usedBy),
    usedIn: useUsageLinks(appId),
    remove: removeProperty,
    onClosed: () => void forgetProperties(client, appId),
  });
}
