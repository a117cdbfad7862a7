import { createSession } from '@comporta/contract/sessions/session-api';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { type NextStep, stepOfRefusal } from './step-of-refusal.ts';
import { usePasskey } from './use-passkey.ts';

interface ByPasskeyProps {
  readonly challenge: string;
  /** Called when nothing answers the challenge any more. */
  readonly onOver: () => void;
  /** Takes what a right answer is followed by before a session opens. */
  readonly onStep?: (step: NextStep) => void;
}

/** Answers the second step with a passkey. */
export function ByPasskey({ challenge, onOver, onStep }: ByPasskeyProps) {
  const t = useTranslations();
  const { isBusy, failure, enter } = usePasskey(
    (passkey) => ({ grant_type: 'urn:comporta:second-step', challenge, passkey }),
    {
      onRefused: (error) => {
        if (refusalOf(createSession, error) === 'CHALLENGE_EXPIRED') {
          onOver();
          return true;
        }
        const next = stepOfRefusal(error);
        if (next !== undefined) onStep?.(next);
        return next !== undefined && onStep !== undefined;
      },
    },
  );
  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button loading={isBusy} onClick={enter} fullWidth>
        {t('login.passkey')}
      </Button>
    </>
  );
}
