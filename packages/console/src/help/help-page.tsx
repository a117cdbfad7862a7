import { Suspense, use, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HELP_PAGES, type HelpPageName, isHelpPage } from '../base/help/help-pages.ts';
import { useLanguage } from '../base/language.tsx';
import { pathTo } from '../base/paths.ts';
import { helpContent } from './help-content.ts';
import { HelpFrame } from './help-frame.tsx';
import styles from './help-page.module.css';
import { HelpText } from './help-text.tsx';
import { loadOwnPackages, type OwnPackages } from './own-packages.ts';
import { PackageTable } from './package-table.tsx';

/** One help page; an unknown address redirects to the list of all pages. */
export function HelpPage() {
  const t = useTranslations('help');
  const { page } = useParams();
  const [own] = useState(loadOwnPackages);
  if (!isHelpPage(page)) return <Navigate to={pathTo('help')} replace />;
  const next = HELP_PAGES[HELP_PAGES.indexOf(page) + 1];
  return (
    <HelpFrame title={t(`page.${page}.title`)}>
      <Suspense>
        <Content page={page} own={own} />
        {next !== undefined && (
          <p className={styles.next}>
            {t('next')}{' '}
            <Link to={pathTo('helpPage', { page: next })}>{t(`page.${next}.title`)}</Link>
          </p>
        )}
      </Suspense>
    </HelpFrame>
  );
}

interface ContentProps {
  readonly page: HelpPageName;
  readonly own: Promise<OwnPackages>;
}

function Content({ page, own }: ContentProps) {
  const tokens = use(helpContent(page, useLanguage()));
  // Otherwise the commands would change while they are read. Without an answer they have the address of an example.
  const { facts, packages } = use(own);
  return (
    <>
      <HelpText tokens={tokens} facts={facts} />
      {page === 'sdk' && packages.length > 0 && <PackageTable packages={packages} />}
    </>
  );
}
