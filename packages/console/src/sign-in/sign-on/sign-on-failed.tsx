import type { Endpoint } from '@comporta/contract/endpoint';
import { SIGN_ON_CODES, type SignOnCode } from '@comporta/contract/identity/sign-on';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../../api/api-error.ts';
import { pathTo } from '../../base/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { SignInPage } from '../sign-in-page.tsx';

export interface Failure {
  readonly code: SignOnCode | 'ERROR' | 'needsHttps' | 'unknownSlug' | 'somebodyElse';
  readonly provider?: string | undefined;
  readonly company?: string | undefined;
  readonly email?: string | undefined;
  /** The id under which the log of the service tells more. */
  readonly request?: string | undefined;
}

/** Why a sign-on could not begin or end. */
export function failureOf(endpoint: Endpoint, error: unknown): Failure {
  const code = signOnCode(refusalOf(endpoint, error));
  const meta = error instanceof ApiError ? error.meta : {};
  return { code, company: textOf(meta.company), email: textOf(meta.email) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function signOnCode(text: string | null | undefined): SignOnCode | 'ERROR' {
  return SIGN_ON_CODES.find((code) => code === text) ?? 'ERROR';
}

interface SignOnFailedProps {
  readonly failure: Failure;
  /** The address that begins again; absent where nobody knows it. */
  readonly again?: string | undefined;
  /** Whether they are logged in still, and `again` is where they were. */
  readonly isStaying?: boolean;
}

export function SignOnFailed({ failure, again, isStaying = false }: SignOnFailedProps) {
  const t = useTranslations('signOn');
  const toLogin = isStaying ? undefined : <Link to={pathTo('login')}>{t('toLogin')}</Link>;
  const mayHelp = failure.code !== 'needsHttps' && failure.code !== 'unknownSlug';
  return (
    <SignInPage title={t('failed')} links={toLogin}>
      <Alert>
        <Reason {...failure} />
      </Alert>
      {failure.code === 'unknownSlug' && (
        <Button component={Link} to={pathTo('signOnLanding')} fullWidth mt="md">
          {t('again')}
        </Button>
      )}
      {again !== undefined && mayHelp && (
        // A new load of the page: what was begun is over.
        <Button component="a" href={again} fullWidth mt="md">
          {t(isStaying ? 'notConfirmed.back' : 'again')}
        </Button>
      )}
    </SignInPage>
  );
}

function Reason({ code, provider, company, request = '', email = '' }: Failure) {
  const t = useTranslations('signOn');
  const named = provider ?? t(code === 'SSO_INVALID' ? 'ofYourCompany' : 'yourProvider');
  if (code === 'needsHttps' || code === 'unknownSlug') return t(code);
  if (code === 'somebodyElse') return t('notConfirmed.WRONG_CONFIRMATION', { provider: named });
  const known = company ?? t('yourCompany');
  return t(`error.${code}`, { provider: named, company: known, request, email });
}
