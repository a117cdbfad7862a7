import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { PRODUCT_NAME } from '../base/product.ts';
import { useDocumentTitle } from '../base/trail/document-title.ts';
import { useHeadingFocus } from '../base/use-heading-focus.ts';
import styles from './sign-in-page.module.css';

interface SignInPageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Links to the other screens before login. */
  readonly links?: ReactNode;
  readonly children?: ReactNode;
}

/** The content of a screen before login. */
export function SignInPage({ title, intro, links, children }: SignInPageProps) {
  const t = useTranslations('layout.title');
  const heading = useHeadingFocus(title);
  useDocumentTitle(t('page', { product: PRODUCT_NAME, page: title }));
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
      {links !== undefined && <nav className={styles.links}>{links}</nav>}
    </>
  );
}
