import { useTranslations } from 'use-intl/react';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { SignInPage } from '../sign-in-page.tsx';

/** Says above the form for e-mail and password why it is back. */
export function StepOver() {
  return (
    <TextsOfSecurity>
      <Reason />
    </TextsOfSecurity>
  );
}

/** Takes the place of a step that cannot be answered any more, where only another page can begin again. */
export function StepOverPage({ onAgain }: { readonly onAgain: () => void }) {
  const t = useTranslations('secondStep');
  return (
    <SignInPage title={t('over')}>
      <Reason />
      <Button fullWidth mt="md" onClick={onAgain}>
        {t('again')}
      </Button>
    </SignInPage>
  );
}

function Reason() {
  const t = useTranslations('secondStep.error');
  return <Alert>{t('CHALLENGE_EXPIRED')}</Alert>;
}
