import type { Person } from '@comporta/contract/users/user';
import { useTranslations } from 'use-intl/react';
import { usePeopleInWords } from '../../parts/people/use-people-in-words.ts';
import { Notice } from '../../ui/alert.tsx';
import { hasFewApprovers, isNeverApproved } from './policy-form.ts';

interface ApproversNoteProps {
  readonly approvals: number;
  readonly approvers: readonly Person[];
}

/** Names who can approve, and warns where they are too few for so many approvals. Source: SAF-26. */
export function ApproversNote({ approvals, approvers }: ApproversNoteProps) {
  const t = useTranslations('policy');
  const people = usePeopleInWords()(approvers);
  if (isNeverApproved(approvals, approvers.length)) {
    return (
      <Notice tone="warning">
        {approvers.length === 0
          ? t('neverByAny', { n: approvals })
          : t('never', { n: approvals, people })}
      </Notice>
    );
  }
  if (hasFewApprovers(approvals, approvers.length)) {
    return (
      <Notice tone="warning">
        {t('few', { people })} {t('ownNever')}
      </Notice>
    );
  }
  return approvals > 0 && <p>{t('approvers', { people })}</p>;
}
