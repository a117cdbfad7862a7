import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';

/** Tells that something was deleted, or never existed. */
export function NotFoundPage() {
  const t = useTranslations('page');
  return (
    <Page title={t('notFound.title')} intro={t('notFound.text')} width="form">
      <Button component={Link} to={pathTo('dashboard')} variant="default">
        {t('toDashboard')}
      </Button>
    </Page>
  );
}
