import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { StayBySecondStep } from './stay-by-second-step.tsx';
import type { NextStep } from './step-of-refusal.ts';

interface StayByStepProps {
  readonly step: NextStep;
  /** Called when the step cannot be answered any more. */
  readonly onOver: () => void;
  readonly onClose: () => void;
}

/** What a right password is followed by for who stays logged in. */
export function StayByStep({ step, onOver, onClose }: StayByStepProps) {
  const t = useTranslations();
  if (step.is === 'SECOND_FACTOR_REQUIRED') {
    return <StayBySecondStep step={step} onOver={onOver} onClose={onClose} />;
  }
  const company = String(step.meta.company);
  // The rules have changed since this session began. While it lasts, its owner can do what they ask for.
  return (
    <Dialog
      title={t('session.stay')}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      }
    >
      {step.is === 'SECOND_FACTOR_SETUP_REQUIRED' ? (
        <>
          <p>{t('secondStep.setUp.text', { company })}</p>
          <Link to={`${pathTo('profile')}#second-factor`} onClick={onClose}>
            {t('secondStep.setUp.title')}
          </Link>
        </>
      ) : (
        <p>{t('security.session.onlySignOn', { company })}</p>
      )}
    </Dialog>
  );
}
