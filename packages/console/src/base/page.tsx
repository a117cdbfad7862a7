import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { HelpMark } from './help/help-link.tsx';
import type { HelpPageName } from './help/help-pages.ts';
import styles from './page.module.css';
import { PRODUCT_NAME } from './product.ts';
import { useCrumb } from './trail/crumb.ts';
import { useDocumentTitle } from './trail/document-title.ts';
import { useRemembered } from './trail/recent-pages.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageProps {
  /** The one thing this screen is about; takes the focus when the user comes here. */
  readonly title: string;
  /** The name of the one thing that the screen shows: it ends the trail. */
  readonly item?: string | undefined;
  /** What the browser's tab says in its place, where no application is open. Source: decision R30. */
  readonly tab?: string;
  /** Right after the title. */
  readonly beside?: ReactNode;
  readonly intro?: ReactNode;
  /** What can be done here: links and buttons beside the title. */
  readonly actions?: ReactNode;
  /** Where the help says what this is about. */
  readonly help?: HelpPageName;
  /** Text and forms are easier to read in a narrower column; an editor has several fields side by side. */
  readonly width?: 'list' | 'full' | 'rules' | 'editor' | 'form';
  readonly children: ReactNode;
}

/** One screen of the console. */
export function Page(props: PageProps) {
  const { title, item, tab, beside, intro, actions, help, width = 'full', children } = props;
  const heading = useHeadingFocus();
  useCrumb(item);
  useRemembered(item);
  useDocumentTitle(usePageTitle(tab ?? title));

  return (
    <div className={styles.page} data-width={width}>
      <div className={styles.header}>
        <div className={styles.title}>
          {/* A name is written as it is. */}
          <h1 ref={heading} tabIndex={-1} data-name={item !== undefined || undefined}>
            {title}
          </h1>
          {beside}
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
