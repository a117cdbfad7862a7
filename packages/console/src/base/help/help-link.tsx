import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../paths.ts';
import styles from './help-link.module.css';
import type { HelpPageName } from './help-pages.ts';

interface HelpProps {
  readonly page: HelpPageName;
}

/** A link to the help page about a subject. */
export function HelpLink({ page }: HelpProps) {
  const t = useTranslations('help');
  return (
    <Link to={pathTo('helpPage', { page })}>{t('more', { title: t(`page.${page}.title`) })}</Link>
  );
}

/** The same link beside a heading. It opens a new tab, so that edits on this screen are kept. */
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
