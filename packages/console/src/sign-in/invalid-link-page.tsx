import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Shown for a link to set a password that has expired, was used, or never existed. */
export function InvalidLinkPage() {
  const t = useTranslations('setPassword.invalidLink');
  return (
    <SignInPage
      title={t('title')}
      intro={t('text')}
      links={<Link to={pathTo('forgotPassword')}>{t('newLink')}</Link>}
    >
      <Button component={Link} to={pathTo('login')} fullWidth>
        {t('login')}
      </Button>
    </SignInPage>
  );
}
