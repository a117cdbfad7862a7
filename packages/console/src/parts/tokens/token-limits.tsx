import type { Token } from '@comporta/contract/keys/token';
import { useFormatter, useTranslations } from 'use-intl/react';
import { localTimeZone } from '../../ui/local-time-zone.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** What a token may do, where, until when, and when it was last used. */
export function TokenLimits({ token }: { readonly token: Token }) {
  const t = useTranslations('token');
  const format = useFormatter();
  const { scopes, applications, environments, expiresAt, lastUsedAt } = token;
  const date =
    expiresAt !== null &&
    format.dateTime(new Date(expiresAt), { dateStyle: 'medium', timeZone: localTimeZone() });
  const parts = [
    scopes.map((scope) => t(`scope.${scope}`)).join('; '),
    applications === null ? t('everywhere') : t('inApplications', { count: applications.length }),
    ...(environments === null ? [] : [t('inEnvironments', { count: environments.length })]),
    date ? t('endsOn', { date }) : t('endless'),
  ];
  return (
    <span>
      {parts.join(' · ')} ·{' '}
      {lastUsedAt === null ? (
        t('unused')
      ) : (
        <>
          {t('used')} <TimeAgo at={lastUsedAt} />
        </>
      )}
    </span>
  );
}
