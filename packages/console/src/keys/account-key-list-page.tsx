import type { AccountKey } from '@comporta/contract/keys/account-key';
import { deleteAccountKey } from '@comporta/contract/keys/account-key-api';
import type { Token } from '@comporta/contract/keys/token';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { TextsOfSecurity } from '../base/texts/texts-of-security.tsx';
import {
  accountKeysQuery,
  forgetAccountKeys,
  removeAccountKey,
} from '../data/account-key-queries.ts';
import { removeServiceKey, serviceKeysQuery } from '../data/token-queries.ts';
import { TokenLimits } from '../parts/tokens/token-limits.tsx';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './account-key-list-page.module.css';

/** An account key, or a service key, which is limited. */
interface Row extends AccountKey {
  readonly service?: Token;
}

export function AccountKeyListPage() {
  const t = useTranslations('accountKey');
  const keys = useQuery(accountKeysQuery);
  // The list is complete with the service keys, so that it waits for both.
  const services = useQuery(serviceKeysQuery);
  const deletion = useKeyDeletion();
  const create = <CreateLink to={pathTo('newAccountKey')}>{t('new')}</CreateLink>;
  const columns: readonly Column<Row>[] = [
    { id: 'key', title: t('key'), width: '18%', cell: ({ key }) => <code>{key}</code> },
    {
      id: 'kind',
      title: t('kind'),
      width: '42%',
      sortBy: ({ service }) => service?.name ?? '',
      cell: ({ service }) => (service ? <Service token={service} /> : t('account')),
    },
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
        {(accountKeys) => (
          <Loaded query={services}>
            {(tokens) => (
              <TextsOfSecurity>
                <DataList
                  label={t('title')}
                  rows={[...accountKeys, ...tokens.map(rowOf)] as readonly Row[]}
                  rowKey={({ id }) => id}
                  columns={columns}
                  searchIn={({ key, createdBy, service }) =>
                    `${key} ${createdBy} ${service?.name ?? ''}`
                  }
                  actions={(row) => (
                    <DeleteButton name={row.key} onClick={() => deletion.ask(row)} />
                  )}
                  empty={<EmptyState text={t('empty')} help={<HelpLink page="environments" />} />}
                />
              </TextsOfSecurity>
            )}
          </Loaded>
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function rowOf(service: Token): Row {
  const { id, mask, createdBy, createdAt } = service;
  return { id, key: mask, createdBy, createdAt, service };
}

function Service({ token }: { readonly token: Token }) {
  const t = useTranslations('accountKey');
  return (
    <div className={styles.service}>
      <span>
        {t('service')} “{token.name}”
      </span>
      <span className={styles.limits}>
        <TokenLimits token={token} />
      </span>
    </div>
  );
}

function useKeyDeletion() {
  const t = useTranslations('accountKey');
  const client = useQueryClient();
  return useEntityDeletion<Row, typeof deleteAccountKey>({
    endpoint: deleteAccountKey,
    title: t('delete.title'),
    confirm: ({ key }) => t('delete.confirm', { key }),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    remove: (row) => (row.service ? removeServiceKey(row) : removeAccountKey(row)),
    onClosed: () => {
      void forgetAccountKeys(client);
      void client.invalidateQueries({ queryKey: serviceKeysQuery.queryKey });
    },
  });
}
