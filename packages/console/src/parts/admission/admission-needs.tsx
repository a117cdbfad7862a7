import { useFormatter, useTranslations } from 'use-intl/react';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { useApprovers } from '../people/use-approvers.ts';
import { usePeopleInWords } from '../people/use-people-in-words.ts';
import type { WhatIsAsked } from './what-is-asked.ts';

interface AdmissionNeedsProps {
  readonly appId: string;
  readonly asked: WhatIsAsked;
}

/** Says what a change needs, of which environment, and from whom. */
export function AdmissionNeeds({ appId, asked }: AdmissionNeedsProps) {
  const t = useTranslations('admission');
  const format = useFormatter();
  const timeOf = useNextTime();
  const people = useApproversOf(appId, asked);
  const { code, environments, freeze } = asked;
  const names = format.list(environments.map(({ name }) => name));
  switch (code) {
    case 'APPROVAL_REQUIRED':
      return (
        <>
          {environments.map(({ id, name, approvals }) => (
            <p key={id}>{t('approvalRequired', { environment: name, n: approvals })}</p>
          ))}
          {people !== undefined && (
            <p>{people === '' ? t('nobody') : t('approvers', { people })}</p>
          )}
        </>
      );
    case 'FROZEN':
      return (
        <p>{t('frozen', { environment: names, name: freeze.name, time: timeOf(freeze.until) })}</p>
      );
    case 'ENVIRONMENT_READ_ONLY':
      return <p>{t('readOnly', { environments: names, people: people ?? '…' })}</p>;
    case 'EMPTY_REASON':
      return names === '' ? null : <p>{t('reasonHint', { environment: names })}</p>;
  }
}

/** Who can approve in all of these environments, but for the reader; undefined until it is known. */
function useApproversOf(appId: string, { code, environments }: WhatIsAsked): string | undefined {
  const inWords = usePeopleInWords();
  const isAsked = code === 'APPROVAL_REQUIRED' || code === 'ENVIRONMENT_READ_ONLY';
  const approvers = useApprovers(appId, isAsked ? environments.map(({ id }) => id) : []);
  return approvers && inWords(approvers);
}
