import type { OwnProvider } from '@comporta/contract/identity/identity-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { maySignOn } from '../../base/begun-sign-on.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import styles from './provider-buttons.module.css';

interface ProviderButtonsProps {
  readonly providers: readonly OwnProvider[];
  /** What becomes of what is typed. */
  readonly hint: string;
  readonly textOf: (provider: string) => string;
  /** Leaves this page for the provider, or rejects. */
  readonly leave: (provider: OwnProvider) => Promise<void>;
}

/** Leave the page for a provider, which leads back to it. Drafts are kept. Source: IDN-65, IDN-83. */
export function ProviderButtons({ providers, hint, textOf, leave }: ProviderButtonsProps) {
  const t = useTranslations('confirm');
  const [leaving, setLeaving] = useState<string>();
  const [hasFailed, setFailed] = useState(false);

  async function go(provider: OwnProvider) {
    setLeaving(provider.id);
    setFailed(false);
    await leave(provider).catch(() => {
      setLeaving(undefined);
      setFailed(true);
    });
  }

  return (
    <>
      {hasFailed && <Alert>{t('noProvider')}</Alert>}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          fullWidth
          mt="sm"
          loading={leaving === provider.id}
          disabled={!maySignOn()}
          onClick={() => void go(provider)}
        >
          {textOf(provider.name)}
        </Button>
      ))}
      <p className={styles.hint}>{hint}</p>
    </>
  );
}
