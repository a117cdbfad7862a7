import { startOwnSignOn } from '@comporta/contract/identity/identity-api';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { leaveForProvider } from '../../base/begun-sign-on.ts';
import { ownProvidersQuery } from '../../data/own-provider-queries.ts';
import { ProviderButtons } from './provider-buttons.tsx';

/** Confirms at a provider that opens the user. */
export function ByProvider() {
  const t = useTranslations('confirm');
  const { data = [] } = useQuery(ownProvidersQuery);
  const connected = data.filter(({ identity, slug }) => identity !== null && slug !== null);
  if (connected.length === 0) return null;
  return (
    <ProviderButtons
      providers={connected}
      hint={t('comesBack')}
      textOf={(provider) => t('withProvider', { provider })}
      leave={({ id }) => {
        const { pathname, search } = window.location;
        return leaveForProvider({
          purpose: 'CONFIRM',
          providerId: id,
          again: pathname + search,
          ask: (verifierHash) =>
            call(startOwnSignOn, { body: { providerId: id, purpose: 'CONFIRM', verifierHash } }),
        });
      }}
    />
  );
}
