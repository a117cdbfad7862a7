import { Menu } from '@mantine/core';
import { IconKey, IconLogout, IconSelector } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from './paths.ts';
import { useSession } from './session.ts';
import styles from './user-menu.module.css';

export function UserMenu() {
  const t = useTranslations('layout');
  const session = useSession();
  if (session === undefined) return null;
  return (
    <Menu position="top-start" width={232} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.button}>
          <span aria-hidden className={styles.initial}>
            {session.name.trim().charAt(0).toUpperCase()}
          </span>
          <span className={styles.name}>{session.name}</span>
          <span className="visually-hidden">{t('userMenu')}</span>
          <IconSelector size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.user_name}</Menu.Label>
        <Menu.Item
          component={Link}
          to={pathTo('changePassword')}
          leftSection={<IconKey size={16} />}
        >
          {t('changePassword')}
        </Menu.Item>
        <Menu.Item component={Link} to={pathTo('logout')} leftSection={<IconLogout size={16} />}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
