import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { serviceFactsQuery } from '../data/service-queries.ts';

/** Says for how long what is deleted, one or each of several, can be restored; undefined where it cannot be. */
export function useRestorable(
  what: 'restorable' | 'eachRestorable' = 'restorable',
): string | undefined {
  const t = useTranslations('dialog.confirm');
  const { data: facts } = useQuery(serviceFactsQuery);
  const days = facts?.deletedKeptDays ?? 0;
  return days === 0 ? undefined : t(what, { days });
}
