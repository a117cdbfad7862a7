import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { Alert } from '../ui/alert.tsx';

export function ForbiddenPage() {
  const t = useTranslations('page');
  return (
    <Page title={t('forbidden.title')} width="form">
      <Alert>{t('forbidden.alert')}</Alert>
      <p style={{ marginTop: 20 }}>
        <Button component={Link} to={pathTo('dashboard')} variant="default">
          {t('toDashboard')}
        </Button>
      </p>
    </Page>
  );
}
