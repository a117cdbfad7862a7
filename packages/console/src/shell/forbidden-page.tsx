import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../data/stored/session.ts';
import { Administrators } from '../parts/people/administrators.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import styles from './forbidden-page.module.css';

/** Tells that the user may not see or do something, and who could change that. */
export function ForbiddenPage() {
  const t = useTranslations('page');
  const isAdmin = useSession()?.is_admin === true;
  return (
    <Page title={t('forbidden.title')} width="form">
      <Alert>{t('forbidden.alert')}</Alert>
      {!isAdmin && (
        <div className={styles.ask}>
          <p>{t('forbidden.ask')}</p>
          <Administrators />
        </div>
      )}
      <Button
        component={Link}
        to={pathTo('dashboard')}
        variant="default"
        className={styles.back ?? ''}
      >
        {t('toDashboard')}
      </Button>
    </Page>
  );
}
