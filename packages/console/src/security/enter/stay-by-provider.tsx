import type { OwnProvider } from '@comporta/contract/identity/identity-api';
import { startSignOn } from '@comporta/contract/identity/sign-on-api';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { leaveForProvider } from '../../base/begun-sign-on.ts';
import { leadTo } from '../../base/guards.ts';
import { ProviderButtons } from '../../parts/confirmation/provider-buttons.tsx';

interface StayByProviderProps {
  readonly providers: readonly OwnProvider[];
  readonly userName: string;
}

/** Logs in anew at a provider, which leads back to this page. */
export function StayByProvider({ providers, userName }: StayByProviderProps) {
  const t = useTranslations();
  return (
    <ProviderButtons
      providers={providers}
      hint={t('security.session.comesBack')}
      textOf={(provider) => t('login.sso', { provider })}
      leave={({ slug }) => {
        const { pathname, search, hash } = window.location;
        leadTo(pathname + search + hash, userName);
        return leaveForProvider({
          purpose: 'LOGIN',
          stayAs: userName,
          again: pathname + search,
          ask: (verifierHash) =>
            call(startSignOn, { params: { slug: slug ?? '' }, body: { verifierHash } }),
        });
      }}
    />
  );
}
