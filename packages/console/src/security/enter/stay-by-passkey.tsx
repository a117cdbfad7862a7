import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { SomebodyElse } from './enter-with.ts';
import { usePasskey } from './use-passkey.ts';

/** Logs in anew with a passkey of the same user. */
export function StayByPasskey({ userName }: { readonly userName: string }) {
  const t = useTranslations();
  const [isOther, setOther] = useState(false);
  const { isBusy, failure, enter } = usePasskey(
    (passkey) => ({ grant_type: 'urn:comporta:passkey', passkey }),
    {
      stayAs: userName,
      onRefused: (error) => {
        setOther(error instanceof SomebodyElse);
        return error instanceof SomebodyElse;
      },
    },
  );
  return (
    <>
      {isOther && <Alert>{t('security.session.somebodyElse', { email: userName })}</Alert>}
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button
        variant="default"
        fullWidth
        mt="sm"
        loading={isBusy}
        onClick={() => {
          setOther(false);
          enter();
        }}
      >
        {t('login.passkey')}
      </Button>
    </>
  );
}
