import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import styles from '../ui/screen-tabs.module.css';

interface SignInSettingsProps {
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the screens about how the users of a company come in: links to each, and one of them. */
export function SignInSettings({ actions, children }: SignInSettingsProps) {
  const t = useTranslations();
  return (
    <Page title={t('layout.signIn')} width="form" help="people" actions={actions}>
      <nav aria-label={t('layout.signIn')} className={styles.tabs}>
        <NavLink end to={pathTo('providers')}>
          {t('signInPolicy.providers')}
        </NavLink>
        <NavLink end to={pathTo('signInPolicy')}>
          {t('signInPolicy.title')}
        </NavLink>
        <NavLink end to={pathTo('signIns')}>
          {t('signIns.title')}
        </NavLink>
        <NavLink end to={pathTo('tokens')}>
          {t('signInPolicy.tokens')}
        </NavLink>
      </nav>
      {children}
    </Page>
  );
}
