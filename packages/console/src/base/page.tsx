import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { HelpMark } from './help/help-link.tsx';
import type { HelpPageName } from './help/help-pages.ts';
import styles from './page.module.css';
import { PRODUCT_NAME } from './product.ts';
import { ReadOnlyLine } from './read-only-line.tsx';
import { useCrumb } from './trail/crumb.ts';
import { useDocumentTitle } from './trail/document-title.ts';
import { useRemembered } from './trail/recent-pages.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageProps {
  /** The main heading of the screen; it takes the focus when the user navigates here. */
  readonly title: string;
  /** The name of the thing that the screen shows: the last part of the breadcrumb. */
  readonly item?: string | undefined;
  /** The title of the browser tab instead of `title`, where no environment is. Source: R30, COV-12. */
  readonly tab?: string;
  /** Shown right after the title. */
  readonly beside?: ReactNode;
  readonly intro?: ReactNode;
  /** The actions of the screen: links and buttons beside the title. */
  readonly actions?: ReactNode;
  /** The help page about the subject of the screen. */
  readonly help?: HelpPageName;
  /** Text and forms are easier to read in a narrow column; an editor has several fields side by side. */
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
          {/* A name keeps its own capitalisation. */}
          <h1 ref={heading} tabIndex={-1} data-name={item !== undefined || undefined}>
            {title}
          </h1>
          {beside}
          {help !== undefined && <HelpMark page={help} />}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <ReadOnlyLine />
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
    return t('withApplication', { product, application: application.name, page });
  }
  return t('withEnvironment', {
    product,
    application: application.name,
    environment: environment.name,
  });
}
