import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { enterWith } from './enter-with.ts';

type Body = Parameters<typeof enterWith>[0];

interface PasskeyOptions {
  /** May take a refusal, such as one that asks to come in through a provider, and says whether it did. */
  readonly onRefused?: (error: unknown) => boolean;
  /** The e-mail of who stays logged in; absent for who logs in. */
  readonly stayAs?: string;
}

/** Logs in with what a passkey answers. */
export function usePasskey(
  bodyWith: (passkey: string) => Body,
  { onRefused = () => false, stayAs }: PasskeyOptions = {},
) {
  const t = useTranslations('login');
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  function textOf(error: unknown): string {
    if (error instanceof Error && error.name === 'NoPasskey') return t('noPasskey');
    const isWrong = error instanceof ApiError && error.code === 'WRONG_PASSKEY';
    return isWrong ? t('error.WRONG_PASSKEY') : failureText(error);
  }

  async function enter(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { askForPasskey } = await import('../../data/passkey-queries.ts');
      await enterWith(bodyWith(await askForPasskey()), { stayAs });
    } catch (error) {
      if (!onRefused(error)) setFailure(textOf(error));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, failure, enter: () => void enter() };
}
