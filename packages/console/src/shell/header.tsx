import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { usePlace } from '../applications/application-queries.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { isProduction } from './environments.ts';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';

export function Header({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const t = useTranslations('common');
  const { environment } = usePlace();
  return (
    <header
      className={styles.header}
      data-environment={environment && (isProduction(environment.name) ? 'production' : 'other')}
    >
      <ActionIcon
        className={styles.menu}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('openMenu')}
        onClick={onOpenMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Breadcrumb />
      <div className={styles.tools}>
        <ThemeMenu />
        <LanguageMenu />
      </div>
    </header>
  );
}
