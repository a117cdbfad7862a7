import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HELP_PAGES } from '../base/help/help-pages.ts';
import { pathTo } from '../base/paths.ts';
import { PRODUCT_NAME } from '../base/product.ts';
import { useDocumentTitle } from '../base/trail/document-title.ts';
import { useHeadingFocus } from '../base/use-heading-focus.ts';
import styles from './help-frame.module.css';

interface HelpFrameProps {
  readonly title: string;
  /** Whether the page is the index itself. */
  readonly isIndex?: boolean;
  readonly children: ReactNode;
}

/** A help page beside the list of all pages; it does not depend on a session. */
export function HelpFrame({ title, isIndex = false, children }: HelpFrameProps) {
  const t = useTranslations();
  const heading = useHeadingFocus();
  useDocumentTitle(t('layout.title.page', { product: PRODUCT_NAME, page: title }));
  return (
    <div className={styles.frame}>
      {!isIndex && (
        <nav className={styles.pages} aria-label={t('help.title')}>
          <ul>
            {HELP_PAGES.map((page) => (
              <li key={page}>
                <NavLink to={pathTo('helpPage', { page })}>{t(`help.page.${page}.title`)}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <article>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </article>
    </div>
  );
}
