import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { TextsOfPolicies } from '../../../base/texts/texts-of-policies.tsx';
import { approversQuery } from '../../../data/change-policy-queries.ts';
import { usePeopleInWords } from '../../../parts/people/use-people-in-words.ts';
import { Notice } from '../../../ui/alert.tsx';
import { tooFewApprovers } from './too-few-approvers.ts';

/** Says of a request that lacks approvals where they can never be reached. Source: SAF-26. */
export function LackingApprovers({ request }: { readonly request: ChangeRequest }) {
  const isAsked = ['DRAFT', 'IN_REVIEW', 'HELD'].includes(request.state);
  const missing = request.approvals.filter(({ given, needed }) => given < needed);
  if (!isAsked || missing.length === 0) return null;
  return (
    <TextsOfPolicies>
      <Lacking request={request} missing={missing} />
    </TextsOfPolicies>
  );
}

interface LackingProps {
  readonly request: ChangeRequest;
  readonly missing: ChangeRequest['approvals'];
}

function Lacking({ request, missing }: LackingProps) {
  const t = useTranslations('changeRequest.tooFew');
  const inWords = usePeopleInWords();
  const lists = useQueries({
    queries: missing.map(({ id }) => approversQuery({ appId: request.appId, envId: id })),
  });
  const lacking = missing.flatMap(({ id, name, needed }, index) => {
    const few = tooFewApprovers(request, { needed, approvers: lists[index]?.data });
    if (few === undefined) return [];
    const words = { environment: name, needed };
    const text =
      few.length === 0 ? t('nobody', words) : t('some', { ...words, people: inWords(few) });
    return [{ id, text }];
  });
  if (lacking.length === 0) return null;
  return (
    <Notice tone="warning">
      {lacking.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      <p>{t('wayOut')}</p>
    </Notice>
  );
}
