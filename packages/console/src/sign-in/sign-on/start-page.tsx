import { startSignOn } from '@comporta/contract/identity/sign-on-api';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { leaveForProvider, maySignOn } from '../../base/begun-sign-on.ts';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import { type Failure, failureOf, SignOnFailed } from './sign-on-failed.tsx';

/** Leads to a provider at once. Source: IDN-13. */
export function SignOnStartPage() {
  return (
    <TextsOfSignOn>
      <Start />
    </TextsOfSignOn>
  );
}

function Start() {
  const t = useTranslations('signOn');
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<Failure>();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (!maySignOn()) return setFailure({ code: 'needsHttps' });
    leaveForProvider({
      purpose: 'LOGIN',
      again: pathname,
      ask: (verifierHash) => call(startSignOn, { params: { slug }, body: { verifierHash } }),
    }).catch((error: unknown) =>
      setFailure(isUnknown(error) ? { code: 'unknownSlug' } : failureOf(startSignOn, error)),
    );
  }, [slug, pathname]);

  if (failure !== undefined) return <SignOnFailed failure={failure} again={pathname} />;
  return <SignInPage title={t('title')} intro={<span role="status">{t('going')}</span>} />;
}

/** A call without a login carries no code for it. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
