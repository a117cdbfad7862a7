import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { type EnvironmentPlace, environmentStatusQuery } from '../data/environment-key-queries.ts';
import { Notice } from '../ui/alert.tsx';

/** Says which limits refused calls with the keys of an environment in the last 24 hours, and when the day's events run out. */
export function LimitedCalls({ appId, envId }: EnvironmentPlace) {
  const t = useTranslations('key');
  const { data: status } = useQuery(environmentStatusQuery(appId, envId));
  if (status === undefined) return null;
  const { limited, eventsToday } = status;
  return (
    <>
      {eventsToday !== undefined && (
        <Notice tone="warning">{t('limited.nearDay', eventsToday)}</Notice>
      )}
      {limited
        .filter(({ calls }) => calls > 0)
        .map(({ limit, calls }) => (
          <Notice key={limit} tone="warning">
            {t(`limited.${limit}`, { calls })}
          </Notice>
        ))}
    </>
  );
}
