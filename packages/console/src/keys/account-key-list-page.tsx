import type { AccountKey } from '@comporta/contract/keys/account-key';
import { deleteAccountKey } from '@comporta/contract/keys/account-key-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import {
  accountKeysQuery,
  forgetAccountKeys,
  removeAccountKey,
} from '../data/account-key-queries.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

export function AccountKeyListPage() {
  const t = useTranslations('accountKey');
  const keys = useQuery(accountKeysQuery);
  const deletion = useAccountKeyDeletion();
  const create = <CreateLink to={pathTo('newAccountKey')}>{t('new')}</CreateLink>;
  const columns: readonly Column<AccountKey>[] = [
    { id: 'key', title: t('key'), width: '30%', cell: ({ key }) => <code>{key}</code> },
    {
      id: 'createdBy',
      title: t('createdBy'),
      sortBy: ({ createdBy }) => createdBy,
      cell: ({ createdBy }) => createdBy,
    },
    {
      id: 'created',
      title: t('created'),
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
  ];

  return (
    <Page title={t('title')} actions={create} help="environments">
      <Loaded query={keys}>
        {(rows) => (
          <DataList
            label={t('title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ key, createdBy }) => `${key} ${createdBy}`}
            actions={(row) => <DeleteButton name={row.key} onClick={() => deletion.ask(row)} />}
            empty={<EmptyState text={t('empty')} help={<HelpLink page="environments" />} />}
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function useAccountKeyDeletion() {
  const t = useTranslations('accountKey');
  const client = useQueryClient();
  return useEntityDeletion<AccountKey, typeof deleteAccountKey>({
    endpoint: deleteAccountKey,
    title: t('delete.title'),
    confirm: ({ key }) => t('delete.confirm', { key }),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    remove: removeAccountKey,
    onClosed: () => void forgetAccountKeys(client),
  });
}
