import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useSession } from '../data/stored/session.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { Button } from '../ui/controls/button.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown for an unknown address. The address stays in the address bar, so that the user can correct it. */
export function UnknownPathPage() {
  const t = useTranslations();
  const isLoggedIn = useSession() !== undefined;
  if (isLoggedIn) return <NotFoundPage />;
  return (
    <SignInPage title={t('page.notFound.title')} intro={t('page.notFound.text')}>
      <Button component={Link} to={pathTo('login')} fullWidth>
        {t('login.button')}
      </Button>
    </SignInPage>
  );
}
