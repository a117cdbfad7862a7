import { isProduction } from '@comporta/contract/applications/production';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { ActionIcon } from '../ui/controls/action-icon.ts';
import { MODIFIER_KEY } from '../ui/modifier-key.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { EnvironmentControl } from './environment-control.tsx';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { ThemeMenu } from './theme-menu.tsx';

interface HeaderProps {
  readonly onOpenMenu: () => void;
  readonly onOpenPalette: () => void;
}

export function Header({ onOpenMenu, onOpenPalette }: HeaderProps) {
  const t = useTranslations('common');
  const { environment } = useCurrentEnvironment();
  return (
    <header
      className={styles.header}
      data-stays
      data-environment={environment && (isProduction(environment) ? 'production' : 'other')}
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
        <EnvironmentControl />
        <button type="button" className={styles.search} onClick={onOpenPalette}>
          <IconSearch size={16} aria-hidden />
          <span>{t('search')}</span>
          <kbd>{MODIFIER_KEY} K</kbd>
        </button>
        <ThemeMenu />
        <LanguageMenu />
      </div>
    </header>
  );
}
