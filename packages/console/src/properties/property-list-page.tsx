import type { Property } from '@comporta/contract/properties/property';
import { deleteProperty } from '@comporta/contract/properties/property-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useUsageLinks } from '../base/use-usage-links.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { forgetProperties, propertiesQuery, removeProperty } from './property-queries.ts';

export function PropertyListPage() {
  const t = useTranslations('property');
  const common = useTranslations('common');
  const { appId = '' } = useParams();
  const properties = useQuery(propertiesQuery(appId));
  const deletion = usePropertyDeletion(appId);
  const create = (
    <CreateLink to={pathTo('property', { appId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  const columns: readonly Column<Property>[] = [
    {
      id: 'key',
      title: t('key'),
      width: '30%',
      sortBy: ({ key }) => key,
      cell: ({ id, key }) => (
        <Link to={pathTo('property', { appId, id })}>
          <code>{key}</code>
        </Link>
      ),
    },
    {
      id: 'type',
      title: common('type'),
      width: '20%',
      sortBy: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => t(`type.${type}`),
    },
    { id: 'description', title: common('description'), cell: ({ description }) => description },
  ];

  return (
    <Page title={t('list.title')} actions={create} help="concepts">
      <Loaded query={properties}>
        {(rows) => (
          <DataList
            label={t('list.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ key, description }) => `${key} ${description}`}
            actions={(property) => (
              <DeleteButton name={property.key} onClick={() => deletion.ask(property)} />
            )}
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

function usePropertyDeletion(appId: string) {
  const t = useTranslations('property');
  const client = useQueryClient();
  return useEntityDeletion<Property, typeof deleteProperty>({
    endpoint: deleteProperty,
    title: t('delete.title'),
    confirm: ({ key }) => t('delete.confirm', { key }),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    usedIn: useUsageLinks(appId),
    remove: removeProperty,
    onClosed: () => void forgetProperties(client, appId),
  });
}
