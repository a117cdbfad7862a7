import type { User } from '@comporta/contract/users/user';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import type { Column } from '../ui/list/list-order.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './use-user-columns.module.css';
import { UserApplications } from './user-applications.tsx';
import { isSelf } from './user-form.ts';
import { UserStatus } from './user-status.tsx';

/** The columns of the user list: name, status, role, applications and last login. */
export function useUserColumns(self: string | undefined): readonly Column<User>[] {
  const t = useTranslations();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('common.name'),
        sortBy: ({ name }) => name,
        cell: (user) => (
          <>
            <Link to={pathTo('user', { id: user.id })}>{user.name}</Link>
            {isSelf(self, user) && <span className={styles.you}>{t('user.list.you')}</span>}
            <p className={styles.email} title={user.email}>
              {user.email}
            </p>
          </>
        ),
      },
      {
        id: 'status',
        title: t('common.status'),
        isPlain: true,
        width: '18%',
        sortBy: ({ active, invited }) => (active ? 0 : invited ? 1 : 2),
        cell: (user) => <UserStatus user={user} />,
      },
      {
        id: 'role',
        title: t('user.list.role'),
        isPlain: true,
        width: '11%',
        sortBy: ({ admin }) => (admin ? 0 : 1),
        cell: ({ admin }) => (admin ? t('user.list.admin') : t('user.list.user')),
      },
      {
        id: 'applications',
        title: t('user.list.applications'),
        isDetail: true,
        width: '22%',
        sortBy: ({ admin, apps }) => (admin ? Number.POSITIVE_INFINITY : apps.length),
        cell: (user) => <UserApplications user={user} />,
      },
      {
        id: 'lastLogin',
        title: t('user.list.lastLogin'),
        isDetail: true,
        width: '14%',
        sortBy: ({ lastLoginAt }) => lastLoginAt ?? '',
        cell: ({ lastLoginAt }) =>
          lastLoginAt === null ? (
            <span className={styles.never}>{t('user.list.never')}</span>
          ) : (
            <TimeAgo at={lastLoginAt} />
          ),
      },
    ],
    [t, self],
  );
}
