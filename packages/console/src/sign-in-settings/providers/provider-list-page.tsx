import type { Provider } from '@comporta/contract/identity/provider';
import { deleteProvider } from '@comporta/contract/identity/provider-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfSignIn } from '../../base/texts/texts-of-sign-in.tsx';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { forgetProviders, providersQuery, removeProvider } from '../../data/provider-queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { DeleteButton } from '../../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import type { Column } from '../../ui/list/list-order.ts';
import { Loaded } from '../../ui/list/loaded.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { SignInSettings } from '../sign-in-settings.tsx';

/** Through which providers the users of the company come in. Source: IDN-10. */
export function ProviderListPage() {
  return (
    <TextsOfSignIn>
      <TextsOfSignOn>
        <ProviderList />
      </TextsOfSignOn>
    </TextsOfSignIn>
  );
}

function ProviderList() {
  const t = useTranslations('provider');
  const providers = useQuery(providersQuery);
  const deletion = useProviderDeletion();
  const create = <CreateLink to={pathTo('provider', { id: 'new' })}>{t('new')}</CreateLink>;
  const columns: readonly Column<Provider>[] = [
    {
      id: 'name',
      title: t('name'),
      width: '30%',
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => <Link to={pathTo('provider', { id })}>{name}</Link>,
    },
    { id: 'issuer', title: t('issuer'), cell: ({ issuer }) => issuer },
    {
      id: 'state',
      title: t('state'),
      cell: ({ enabled }) => (
        <Badge tone={enabled ? 'success' : 'neutral'} sign={enabled ? 'dot' : 'ring'}>
          {t(enabled ? 'on' : 'off')}
        </Badge>
      ),
    },
    {
      id: 'tested',
      title: t('tested'),
      cell: ({ testedAt }) => (testedAt === null ? t('never') : <TimeAgo at={testedAt} />),
    },
  ];
  return (
    <SignInSettings actions={providers.data?.length === 0 ? undefined : create}>
      <Loaded query={providers}>
        {(rows) => (
          <DataList
            label={t('title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ name, issuer, slug }) => `${name} ${issuer} ${slug}`}
            actions={(row) => <DeleteButton name={row.name} onClick={() => deletion.ask(row)} />}
            empty={
              <EmptyState text={t('empty')} help={<HelpLink page="people" />}>
                {create}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </SignInSettings>
  );
}

function useProviderDeletion() {
  const t = useTranslations('provider');
  const client = useQueryClient();
  return useEntityDeletion<Provider, typeof deleteProvider>({
    endpoint: deleteProvider,
    title: t('deleteTitle'),
    confirm: ({ name }) => t('deleteConfirm', { name }),
    success: t('deleted'),
    refused: (code) => t(`error.${code}`),
    remove: removeProvider,
    onClosed: () => void forgetProviders(client),
  });
}
