import { confirm } from '@comporta/contract/identity/confirmation-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { type BegunSignOn, handOver, takeBegunSignOn } from '../../base/begun-sign-on.ts';
import { addressAfterLogin } from '../../base/guards.ts';
import { pathTo } from '../../base/paths.ts';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { useSession } from '../../data/stored/session.ts';
import { enterWith } from '../../security/enter/enter-with.ts';
import { toast } from '../../ui/toast-store.ts';
import { AnswerStep } from '../second-step/answer-step.tsx';
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
  const [proof, setProof] = useState<Proof>();
  const isLoggedIn = useSession() !== undefined;
  const isUsed = useRef(false);
  const ticket = landed.get('ticket');
  const error = landed.get('error');

  const isOwn = begun !== undefined && begun.purpose !== 'LOGIN';

  useEffect(() => {
    if (isUsed.current) return;
    isUsed.current = true;
    if (begun?.purpose === 'CONFIRM' && ticket !== null) {
      call(confirm, { body: { ticket, verifier: begun.verifier } }).then(
        () => {
          toast({ text: t('confirmed') });
          void navigate(begun.again, { replace: true });
        },
        () => setFailure({ code: 'ERROR' }),
      );
      return;
    }
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
      (refused: unknown) => {
        const next = proofOf(refused);
        if (next !== undefined) setProof(next);
        else setFailure({ ...failureOf(createSession, refused), provider: begun?.provider });
      },
    );
  }, [ticket, error, landed, begun, isOwn, navigate, t]);

  useEffect(() => {
    if (proof !== undefined && isLoggedIn) void navigate(addressAfterLogin(), { replace: true });
  }, [proof, isLoggedIn, navigate]);

  if (proof !== undefined) {
    const { challenge, methods, email, provider } = proof;
    return (
      <TextsOfSecurity>
        <AnswerStep
          challenge={challenge}
          methods={methods}
          {...(email !== undefined && { intro: t('proveOnce', { email, provider }) })}
          onAgain={() => window.location.assign(begun?.again ?? pathTo('login'))}
        />
      </TextsOfSecurity>
    );
  }
  if (isOwn && failure === undefined) return null;
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

interface Proof {
  readonly challenge: string;
  readonly methods: readonly string[];
  /** Of the user who is here already; absent where only the second factor is missing. */
  readonly email?: string;
  readonly provider: string;
}

/** What is left to prove after a sign-on; undefined for any other refusal. Source: IDN-15, IDN-32. */
function proofOf(error: unknown): Proof | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { challenge, methods, email, provider } = error.meta;
  if (typeof challenge !== 'string' || !Array.isArray(methods)) return undefined;
  const isLink = error.code === 'SSO_LINK_REQUIRED';
  if (!isLink && error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  return {
    challenge,
    methods: methods.map(String),
    ...(isLink && { email: String(email) }),
    provider: String(provider),
  };
}

/** A ticket that this tab did not begin opens nothing: without the verifier, the service refuses it. */
function enter(ticket: string, begun: BegunSignOn | undefined): Promise<void> {
  return enterWith({
    grant_type: 'urn:comporta:ticket',
    ticket,
    verifier: begun?.verifier ?? '',
  });
}
