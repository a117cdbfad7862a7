import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { handOver, takeBegunSignOn } from '../../base/begun-sign-on.ts';
import { TextsOfSignOn } from '../../base/texts/texts-of-sign-on.tsx';
import { ConfirmByTicket } from './confirm-by-ticket.tsx';
import { EnterByTicket } from './enter-by-ticket.tsx';
import { type LandedAfter, takeLanded } from './landed.ts';
import { ShortNameForm } from './short-name-form.tsx';

/** Where providers lead back to; without anything behind the sign, it asks for the short name. Source: IDN-12, IDN-13. */
export function SignOnLandingPage() {
  return (
    <TextsOfSignOn>
      <Landing />
    </TextsOfSignOn>
  );
}

function Landing() {
  const [landed] = useState(takeLanded);
  const [begun] = useState(takeBegunSignOn);
  const { ticket, error } = landed;
  if (begun?.purpose === 'CONFIRM') return <ConfirmByTicket landed={landed} begun={begun} />;
  if (begun !== undefined && begun.purpose !== 'LOGIN') {
    return <HandOver landed={landed} begun={begun} />;
  }
  if (ticket === null && error === null) return <ShortNameForm />;
  return <EnterByTicket landed={landed} begun={begun} />;
}

/** Back to the page that began, which has the rest to do. */
function HandOver({ landed: { ticket, error, reason }, begun }: LandedAfter) {
  const navigate = useNavigate();
  useEffect(() => {
    const { purpose, verifier, providerId } = begun;
    handOver({ purpose, verifier, providerId, ticket, error, reason });
    void navigate(begun.again, { replace: true });
  }, [begun, ticket, error, reason, navigate]);
  return null;
}
