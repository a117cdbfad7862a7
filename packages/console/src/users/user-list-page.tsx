import type { User } from '@comporta/contract/users/user';
import { deleteUser } from '@comporta/contract/users/user-api';
import { IconDots, IconMail } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../data/stored/session.ts';
import { forgetUsers, removeUser, usersQuery } from '../data/user-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { useRowSelection } from '../ui/list/row-selection.ts';
import { SelectionBar } from '../ui/list/selection-bar.tsx';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { AddedUsers } from './added-users.tsx';
import { useInvitations } from './use-invitations.ts';
import { useUserColumns } from './use-user-columns.tsx';
import { isSelf } from './user-form.ts';

export function UserListPage() {
  const t = useTranslations('user.list');
  const self = useSession()?.user_name;
  const users = useQuery(usersQuery);
  const columns = useUserColumns(self);
  const deletion = useUserDeletion();
  const invitations = useInvitations();
  const selection = useRowSelection(users.data, idOf, nameOf);
  const invited = users.data?.filter((user) => user.invited && selection.keys.has(user.id)) ?? [];

  async function inviteSelected() {
    const left = await invitations.invite(invited);
    // Users who were not invited stay selected.
    selection.set(left.map(idOf));
  }

  return (
    <Page
      title={t('title')}
      actions={<CreateLink to={pathTo('user', { id: 'new' })}>{t('new')}</CreateLink>}
      width="list"
      help="people"
    >
      <AddedUsers />
      <Loaded query={users} rows={8} isList>
        {(rows) => (
          <>
            <DataList
              label={t('title')}
              rows={rows}
              rowKey={idOf}
              columns={columns}
              searchIn={({ name, email }) => `${name} ${email}`}
              selection={selection}
              actions={(user) =>
                !isSelf(self, user) && (
                  <>
                    {user.invited && (
                      <UserMenu user={user} onInvite={() => void invitations.invite([user])} />
                    )}
                    <DeleteButton name={user.name} onClick={() => deletion.ask(user)} />
                  </>
                )
              }
              actionCount={2}
              // Never empty: users who can read this list are in it.
              empty={null}
            />
            <SelectionBar selection={selection}>
              <Button
                variant="default"
                loading={invitations.isBusy}
                disabled={invited.length === 0}
                onClick={() => void inviteSelected()}
              >
                {t('resendCount', { count: invited.length })}
              </Button>
            </SelectionBar>
          </>
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

interface UserMenuProps {
  readonly user: User;
  readonly onInvite: () => void;
}

/** The actions on a user who has not logged in yet. */
function UserMenu({ user: { name }, onInvite }: UserMenuProps) {
  const t = useTranslations('user.list');
  return (
    <Menu
      button={(opener) => (
        <IconButton aria-label={t('actionsOf', { name })} {...opener}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      )}
    >
      <MenuItem icon={<IconMail size={16} aria-hidden />} onClick={onInvite}>
        {t('resendInvitation')}
      </MenuItem>
    </Menu>
  );
}

function idOf({ id }: User): string {
  return id;
}

function nameOf({ name }: User): string {
  return name;
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
