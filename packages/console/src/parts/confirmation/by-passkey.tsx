import { confirm } from '@comporta/contract/identity/confirmation-api';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { useTask } from '../../ui/forms/use-task.ts';

/** Confirms with a passkey: for some it is the only way. */
export function ByPasskey({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const t = useTranslations();
  const { isBusy, problem, run } = useTask({ textOf });

  function textOf(error: unknown): string | undefined {
    if (error instanceof Error && error.name === 'NoPasskey') return t('login.noPasskey');
    const isWrong = refusalOf(confirm, error) === 'WRONG_CONFIRMATION';
    return isWrong ? t('confirm.error.WRONG_CONFIRMATION') : undefined;
  }

  const ask = () =>
    run(async () => {
      const { askForPasskey } = await import('../../data/passkey-queries.ts');
      await call(confirm, { body: { passkey: await askForPasskey() } });
      onConfirmed();
    });

  return (
    <>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Button variant="default" fullWidth mt="sm" loading={isBusy} onClick={() => void ask()}>
        {t('login.passkey')}
      </Button>
    </>
  );
}
