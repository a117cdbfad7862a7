import type { User } from '@comporta/contract/users/user';
import { deleteUser } from '@comporta/contract/users/user-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../base/session.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { AddedUsers } from './added-users.tsx';
import { isSelf } from './user-form.ts';
import styles from './user-list-page.module.css';
import { forgetUsers, removeUser, usersQuery } from './user-queries.ts';
import { UserStatus } from './user-status.tsx';

export function UserListPage() {
  const t = useTranslations('user.list');
  const common = useTranslations('common');
  const self = useSession()?.user_name;
  const users = useQuery(usersQuery);
  const deletion = useUserDeletion();
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      title: common('name'),
      width: '28%',
      sortBy: ({ name }) => name,
      cell: (user) => (
        <>
          <Link to={pathTo('user', { id: user.id })}>{user.name}</Link>
          {isSelf(self, user) && <span className={styles.you}>{t('you')}</span>}
        </>
      ),
    },
    {
      id: 'email',
      title: common('email'),
      sortBy: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      id: 'status',
      title: common('status'),
      width: '26%',
      sortBy: ({ active, invited }) => (active ? 0 : invited ? 1 : 2),
      cell: (user) => <UserStatus user={user} />,
    },
    {
      id: 'role',
      title: t('role'),
      width: '12%',
      sortBy: ({ admin }) => (admin ? 0 : 1),
      cell: ({ admin }) => (admin ? t('admin') : t('user')),
    },
  ];

  return (
    <Page
      title={t('title')}
      actions={<CreateLink to={pathTo('user', { id: 'new' })}>{t('new')}</CreateLink>}
    >
      <AddedUsers />
      <Loaded query={users}>
        {(rows) => (
          <DataList
            label={t('title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={({ name, email }) => `${name} ${email}`}
            actions={(user) =>
              !isSelf(self, user) && (
                <DeleteButton name={user.name} onClick={() => deletion.ask(user)} />
              )
            }
            // Whoever reads this list is in it.
            empty={null}
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function useUserDeletion() {
  const t = useTranslations('user');
  const client = useQueryClient();
  return useEntityDeletion<User, typeof deleteUser>({
    endpoint: deleteUser,
    title: t('delete.title'),
    confirm: ({ name }) => t('delete.confirm', { name }),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    remove: removeUser,
    onClosed: () => void forgetUsers(client),
  });
}
