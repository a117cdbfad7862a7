import type { UsingClient } from '@comporta/contract/usage/usage-api';
import type { useTranslations } from 'use-intl/react';

/** What a program is called: by its service, else by its SDK. */
export function clientName(
  t: ReturnType<typeof useTranslations<'uses'>>,
  { service, sdk, version }: Pick<UsingClient, 'service' | 'sdk' | 'version'>,
): string {
  if (sdk === 'Mozilla') return t('browsers');
  if (sdk === '') return t('otherClients');
  return [service || t('unnamed'), sdk, version].filter((part) => part !== '').join(' ');
}
