import { Link, Outlet } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Brand } from '../base/brand.tsx';
import { pathTo } from '../base/paths.ts';
import { LanguageFlags } from '../parts/language/language-flags.tsx';
import styles from './visitor-layout.module.css';

/** The layout of the help for readers without a session. */
export function VisitorLayout() {
  const t = useTranslations('help');
  return (
    <>
      <header className={styles.header}>
        <Brand />
        <div className={styles.tools}>
          <LanguageFlags />
          <Link to={pathTo('login')}>{t('logIn')}</Link>
        </div>
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
    </>
  );
}
