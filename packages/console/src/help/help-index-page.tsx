import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HELP_PAGES } from '../base/help/help-pages.ts';
import { pathTo } from '../base/paths.ts';
import { HelpFrame } from './help-frame.tsx';
import styles from './help-page.module.css';

/** The list of all help pages. */
export function HelpIndexPage() {
  const t = useTranslations('help');
  return (
    <HelpFrame title={t('title')} isIndex>
      <ul className={styles.index}>
        {HELP_PAGES.map((page) => (
          <li key={page}>
            <Link to={pathTo('helpPage', { page })}>{t(`page.${page}.title`)}</Link>
            <p>{t(`page.${page}.summary`)}</p>
          </li>
        ))}
      </ul>
    </HelpFrame>
  );
}
