import { confirm } from '@comporta/contract/identity/confirmation-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';

/** Confirms with a passkey: for some it is the only way. */
export function ByPasskey({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const t = useTranslations();
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  function textOf(error: unknown): string {
    if (error instanceof Error && error.name === 'NoPasskey') return t('login.noPasskey');
    const isWrong = refusalOf(confirm, error) === 'WRONG_CONFIRMATION';
    return isWrong ? t('confirm.error.WRONG_CONFIRMATION') : failureText(error);
  }

  async function ask(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { askForPasskey } = await import('../../data/passkey-queries.ts');
      await call(confirm, { body: { passkey: await askForPasskey() } });
      onConfirmed();
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button variant="default" fullWidth mt="sm" loading={isBusy} onClick={() => void ask()}>
        {t('login.passkey')}
      </Button>
    </>
  );
}
