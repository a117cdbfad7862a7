import { createSession } from '@comporta/contract/sessions/session-api';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { type BegunSignOn, handOver, takeBegunSignOn } from '../../base/begun-sign-on.ts';
import { addressAfterLogin } from '../../base/guards.ts';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { enterWith } from '../enter-with.ts';
import { SignInPage } from '../sign-in-page.tsx';
import { ShortNameForm } from './short-name-form.tsx';
import { type Failure, failureOf, SignOnFailed, signOnCode } from './sign-on-failed.tsx';

/** Where providers lead back to; without anything behind the sign, it asks for the short name. Source: IDN-12, IDN-13. */
export function SignOnLandingPage() {
  return (
    <TextsOfSignOn>
      <Landing />
    </TextsOfSignOn>
  );
}

/** What the service has put behind the sign. It is read once: neither history nor bookmarks keep it. */
function takeLanding(): URLSearchParams {
  const { hash, pathname } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname);
  return new URLSearchParams(hash.slice(1));
}

function Landing() {
  const t = useTranslations('signOn');
  const navigate = useNavigate();
  const [landed] = useState(takeLanding);
  const [begun] = useState(takeBegunSignOn);
  const [failure, setFailure] = useState<Failure>();
  const isUsed = useRef(false);
  const ticket = landed.get('ticket');
  const error = landed.get('error');

  const isOwn = begun !== undefined && begun.purpose !== 'LOGIN';

  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    if (isOwn) {
      const { purpose, verifier, providerId } = begun;
      const reason = landed.get('reason');
      handOver({ purpose, verifier, providerId, ticket, error, reason });
      void navigate(begun.again, { replace: true });
      return;
    }
    if (ticket === null) return;
    enter(ticket, begun).then(
      () => navigate(addressAfterLogin(), { replace: true }),
      (refused: unknown) =>
        setFailure({ ...failureOf(createSession, refused), provider: begun?.provider }),
    );
  }, [ticket, error, landed, begun, isOwn, navigate]);

  if (isOwn) return null;
  if (ticket === null && error === null) return <ShortNameForm />;
  const shown: Failure | undefined =
    error === null
      ? failure
      : {
          code: signOnCode(error),
          provider: begun?.provider,
          request: landed.get('request') ?? undefined,
        };
  if (shown !== undefined) return <SignOnFailed failure={shown} again={begun?.again} />;
  return <SignInPage title={t('title')} intro={<span role="status">{t('going')}</span>} />;
}

/** A ticket that this tab did not begin opens nothing: without the verifier, the service refuses it. */
function enter(ticket: string, begun: BegunSignOn | undefined): Promise<void> {
  return enterWith({
    grant_type: 'urn:comporta:ticket',
    ticket,
    verifier: begun?.verifier ?? '',
  });
}
