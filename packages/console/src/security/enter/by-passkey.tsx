import { useTranslations } from 'use-intl/react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { usePasskey } from './use-passkey.ts';

/** Answers the second step with a passkey. */
export function ByPasskey({ challenge }: { readonly challenge: string }) {
  const t = useTranslations();
  const { isBusy, failure, enter } = usePasskey((passkey) => ({
    grant_type: 'urn:comporta:second-step',
    challenge,
    passkey,
  }));
  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button loading={isBusy} onClick={enter} fullWidth>
        {t('login.passkey')}
      </Button>
    </>
  );
}
