import { confirm } from '@comporta/contract/identity/confirmation-api';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { toast } from '../../ui/toast-store.ts';
import { SignInPage } from '../sign-in-page.tsx';
import type { LandedAfter } from './landed.ts';
import { signOnCode } from './sign-on-failed.tsx';

/** Confirms in this session that it is its owner, and leads back to where they were asked. Source: IDN-83. */
export function ConfirmByTicket({ landed, begun }: LandedAfter) {
  const t = useTranslations('signOn');
  const navigate = useNavigate();
  const isUsed = useRef(false);
  const { ticket, request = '' } = landed;
  const { verifier, again, provider } = begun;
  const [refused, setRefused] = useState<string | null>(landed.error);

  useEffect(() => {
    // The ticket works once.
    if (refused !== null || isUsed.current) return;
    isUsed.current = true;
    const back = () => navigate(again, { replace: true });
    if (ticket === null) {
      void back();
      return;
    }
    call(confirm, { body: { ticket, verifier } }).then(
      () => {
        toast({ text: t('confirmed') });
        void back();
      },
      (error: unknown) => setRefused(refusalOf(confirm, error) ?? 'ERROR'),
    );
  }, [refused, ticket, verifier, again, navigate, t]);

  if (refused === null) {
    return <SignInPage title={t('title')} intro={<span role="status">{t('going')}</span>} />;
  }
  const isOwn = refused === 'WRONG_CONFIRMATION' || refused === 'SSO_EXPIRED';
  return (
    <SignInPage title={t('notConfirmed.title')}>
      <Alert>
        {isOwn
          ? t(`notConfirmed.${refused}`, { provider })
          : t(`error.${signOnCode(refused)}`, { provider, request, company: '', email: '' })}
      </Alert>
      <Button component={Link} to={again} replace fullWidth mt="md">
        {t('notConfirmed.back')}
      </Button>
    </SignInPage>
  );
}
