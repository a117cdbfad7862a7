import { use } from 'react';
import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl/react';
import type { loadServiceFactsLater } from '../base/service-facts.ts';
import { type NextStep, stepOfRefusal } from '../security/enter/step-of-refusal.ts';
import { usePasskey } from '../security/enter/use-passkey.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';

/** Logs in with a passkey, where somebody has one, and the browser can. Source: IDN-65. */
export function PasskeyButton({ onStep }: { readonly onStep: (step: NextStep) => void }) {
  const t = useTranslations('login');
  const { facts } = useLoaderData<typeof loadServiceFactsLater>();
  const isPossible = use(facts)?.passkeys === true && 'PublicKeyCredential' in window;
  const { isBusy, failure, enter } = usePasskey(
    (passkey) => ({ grant_type: 'urn:comporta:passkey', passkey }),
    {
      onRefused: (error) => {
        const step = stepOfRefusal(error);
        if (step !== undefined) onStep(step);
        return step !== undefined;
      },
    },
  );
  if (!isPossible) return null;
  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button variant="default" loading={isBusy} onClick={enter} fullWidth mt="sm">
        {t('passkey')}
      </Button>
    </>
  );
}
