import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl/react';
import { Badge } from '../ui/badge.tsx';

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>;

const TONES: Readonly<Record<ChangeRequestSummary['state'], Tone>> = {
  DRAFT: 'neutral',
  IN_REVIEW: 'warning',
  APPROVED: 'success',
  SCHEDULED: 'success',
  RUNNING: 'success',
  HELD: 'danger',
  DONE: 'neutral',
  ROLLED_BACK: 'neutral',
  REJECTED: 'neutral',
  WITHDRAWN: 'neutral',
  EXPIRED: 'neutral',
};

/** How a request stands, in words; of a held one, why. */
export function RequestState({
  request: { state, held },
}: {
  readonly request: Pick<ChangeRequestSummary, 'state' | 'held'>;
}) {
  const t = useTranslations('changeRequest');
  const word = t(`state.${state}`);
  return (
    <Badge tone={TONES[state]}>
      {held === null
        ? word
        : t('heldFor', { state: word, reason: t(`heldBecause.${held.reason}`) })}
    </Badge>
  );
}
