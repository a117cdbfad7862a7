import { createSession } from '@comporta/contract/sessions/session-api';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import type { BegunSignOn } from '../../base/begun-sign-on.ts';
import { addressAfterLogin } from '../../base/guards.ts';
import { pathTo } from '../../base/paths.ts';
import { useSession } from '../../data/stored/session.ts';
import { enterWith, SomebodyElse } from '../../security/enter/enter-with.ts';
import { type NextStep, stepOfRefusal } from '../../security/enter/step-of-refusal.ts';
import { SecondStep } from '../second-step/second-step.tsx';
import { SignInPage } from '../sign-in-page.tsx';
import type { Landed } from './landed.ts';
import { type Failure, failureOf, SignOnFailed, signOnCode } from './sign-on-failed.tsx';

interface EnterByTicketProps {
  readonly landed: Landed;
  /** Absent for a ticket that this tab did not begin. */
  readonly begun: BegunSignOn | undefined;
}

/** Logs in with what a provider has said, at once or after what is left to prove. Source: IDN-12, IDN-15. */
export function EnterByTicket({ landed, begun }: EnterByTicketProps) {
  const t = useTranslations('signOn');
  const navigate = useNavigate();
  const { ticket, error, request } = landed;
  const { provider, again, stayAs } = begun ?? {};
  const [failure, setFailure] = useState<Failure | undefined>(
    error === null ? undefined : { code: signOnCode(error), provider, request },
  );
  const [step, setStep] = useState<NextStep>();
  const token = useSession()?.access_token;
  // Who stays logged in has a session already.
  const [former] = useState(token);
  const isLoggedIn = token !== undefined && token !== former;
  const isUsed = useRef(false);

  useEffect(() => {
    if (ticket === null || isUsed.current) return;
    isUsed.current = true;
    // Without the verifier, the service refuses it.
    const verifier = begun?.verifier ?? '';
    enterWith(
      { grant_type: 'urn:comporta:ticket', ticket, verifier },
      { stayAs: begun?.stayAs },
    ).then(
      () => navigate(addressAfterLogin(), { replace: true }),
      (refused: unknown) => {
        const next = stepOfRefusal(refused);
        if (next !== undefined && isAnswerable(next)) setStep(next);
        else if (refused instanceof SomebodyElse) {
          setFailure({ code: 'somebodyElse', provider: begun?.provider });
        } else setFailure({ ...failureOf(createSession, refused), provider: begun?.provider });
      },
    );
  }, [ticket, begun, navigate]);

  useEffect(() => {
    if (step !== undefined && isLoggedIn) void navigate(addressAfterLogin(), { replace: true });
  }, [step, isLoggedIn, navigate]);

  if (step !== undefined) {
    // A new load of the page: what was begun is over.
    const beginAgain = () => window.location.assign(again ?? pathTo('login'));
    return <SecondStep step={step} onAgain={beginAgain} onStep={setStep} />;
  }
  if (failure !== undefined) {
    return <SignOnFailed failure={failure} again={again} isStaying={stayAs !== undefined} />;
  }
  return <SignInPage title={t('title')} intro={<span role="status">{t('going')}</span>} />;
}

/** Who has nothing to prove it with has to ask an administrator. */
function isAnswerable({ meta }: NextStep): boolean {
  return !Array.isArray(meta.methods) || meta.methods.length > 0;
}
