import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { useDocumentTitle } from './document-title.ts';
import { HelpMark } from './help/help-link.tsx';
import type { HelpPageName } from './help/help-pages.ts';
import styles from './page.module.css';
import { PRODUCT_NAME } from './product.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageProps {
  /** The one thing this screen is about; takes the focus when the user comes here. */
  readonly title: string;
  readonly intro?: ReactNode;
  /** What can be done here: links and buttons beside the title. */
  readonly actions?: ReactNode;
  /** Where the help says what this is about. */
  readonly help?: HelpPageName;
  /** Text and forms are easier to read in a narrower column; an editor has several fields side by side. */
  readonly width?: 'list' | 'full' | 'editor' | 'form';
  readonly children: ReactNode;
}

/** One screen of the console. */
export function Page({ title, intro, actions, help, width = 'full', children }: PageProps) {
  const heading = useHeadingFocus();
  useDocumentTitle(usePageTitle(title));

  return (
    <div className={styles.page} data-width={width}>
      <div className={styles.header}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {help !== undefined && <HelpMark page={help} />}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  );
}

function usePageTitle(page: string): string {
  const t = useTranslations('layout.title');
  const { application, environment } = useCurrentEnvironment();
  const product = PRODUCT_NAME;
  if (application === undefined) return t('page', { product, page });
  if (environment === undefined) {
    return t('withApplication', { product, application: application.name });
  }
  return t('withEnvironment', {
    product,
    application: application.name,
    environment: environment.name,
  });
}
