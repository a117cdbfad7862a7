import type { ChangeRequestSummary } from '@comporta/contract/change-requests/change-request';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl/react';
import { Badge } from '../ui/badge.tsx';
import styles from './request-state.module.css';

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

interface RequestStateProps {
  readonly request: Pick<ChangeRequestSummary, 'state' | 'currentStep' | 'stepCount'>;
}

/** How a request stands, in a word; of one that is on its way, with the step that comes next. */
export function RequestState({ request }: RequestStateProps) {
  const t = useTranslations('changeRequest');
  const { state, currentStep, stepCount } = request;
  const isOnItsWay = state === 'RUNNING' || (state === 'HELD' && currentStep > 0);
  return (
    <>
      <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      {isOnItsWay && currentStep < stepCount && (
        <span className={styles.beside}>
          {t('waiting', { step: String(currentStep + 1), steps: String(stepCount) })}
        </span>
      )}
    </>
  );
}

/** The same in a list: of a held one, why, too. */
export function RequestStateCell({ request }: { readonly request: ChangeRequestSummary }) {
  const t = useTranslations('changeRequest');
  const { held } = request;
  return (
    <>
      <RequestState request={request} />
      {held !== null && <span className={styles.why}>{t(`heldBecause.${held.reason}`)}</span>}
    </>
  );
}
