import {
  listOwnIdentities,
  type OwnProvider,
  startOwnSignOn,
} from '@comporta/contract/identity/identity-api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { leaveForProvider, maySignOn } from '../../base/begun-sign-on.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import styles from './by-provider.module.css';

const identitiesQuery = queryOptions({
  queryKey: ['own-identities'],
  queryFn: ({ signal }) => call(listOwnIdentities, { signal }),
});

/** Leaves the page for a provider, which leads back to it. Drafts are kept. Source: IDN-65, IDN-83. */
export function ByProvider() {
  const t = useTranslations('confirm');
  const { data = [] } = useQuery(identitiesQuery);
  const [leaving, setLeaving] = useState<string>();
  const [hasFailed, setFailed] = useState(false);

  async function leave({ id }: OwnProvider) {
    setLeaving(id);
    setFailed(false);
    const { pathname, search } = window.location;
    await leaveForProvider({
      purpose: 'CONFIRM',
      providerId: id,
      again: pathname + search,
      ask: (verifierHash) =>
        call(startOwnSignOn, { body: { providerId: id, purpose: 'CONFIRM', verifierHash } }),
    }).catch(() => {
      setLeaving(undefined);
      setFailed(true);
    });
  }

  const connected = data.filter(({ identity }) => identity !== null);
  if (connected.length === 0) return null;
  return (
    <>
      {hasFailed && <Alert>{t('noProvider')}</Alert>}
      {connected.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          fullWidth
          mt="sm"
          loading={leaving === provider.id}
          disabled={!maySignOn()}
          onClick={() => void leave(provider)}
        >
          {t('withProvider', { provider: provider.name })}
        </Button>
      ))}
      <p className={styles.hint}>{t('comesBack')}</p>
    </>
  );
}
