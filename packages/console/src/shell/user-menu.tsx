import { IconKey, IconLogout, IconSelector, IconUser } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../data/stored/session.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuLink } from '../ui/menu-item.tsx';
import styles from './user-menu.module.css';

export function UserMenu() {
  const t = useTranslations('layout');
  const session = useSession();
  if (session === undefined) return null;
  return (
    <Menu
      placement="above"
      caption={session.user_name}
      button={(opener) => (
        <button type="button" className={styles.button} {...opener}>
          <span aria-hidden className={styles.initial}>
            {session.name.trim().charAt(0).toUpperCase()}
          </span>
          <span className={styles.name}>{session.name}</span>
          <span className="visually-hidden">{t('userMenu')}</span>
          <IconSelector size={16} aria-hidden />
        </button>
      )}
    >
      <MenuLink to={pathTo('profile')} icon={<IconUser size={16} aria-hidden />}>
        {t('profile')}
      </MenuLink>
      <MenuLink to={pathTo('changePassword')} icon={<IconKey size={16} aria-hidden />}>
        {t('changePassword')}
      </MenuLink>
      <MenuLink to={pathTo('logout')} icon={<IconLogout size={16} aria-hidden />}>
        {t('logout')}
      </MenuLink>
    </Menu>
  );
}
