import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../paths.ts';
import styles from './help-link.module.css';
import type { HelpPageName } from './help-pages.ts';

interface HelpProps {
  readonly page: HelpPageName;
}

/** Where to read what such things are. */
export function HelpLink({ page }: HelpProps) {
  const t = useTranslations('help');
  return (
    <Link to={pathTo('helpPage', { page })}>{t('more', { title: t(`page.${page}.title`) })}</Link>
  );
}

/** The same beside a heading. In a tab of its own: what is being edited stays where it is. */
export function HelpMark({ page }: HelpProps) {
  const t = useTranslations('help');
  const label = t('mark', { title: t(`page.${page}.title`) });
  return (
    <a
      className={styles.mark}
      href={pathTo('helpPage', { page })}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
    >
      <IconHelpCircle size={18} aria-hidden />
    </a>
  );
}
