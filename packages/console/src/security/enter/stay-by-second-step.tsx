import { useTranslations } from 'use-intl/react';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { ByPasskey } from './by-passkey.tsx';
import type { NextStep } from './step-of-refusal.ts';
import { useStepForm } from './use-step-form.ts';

interface StayBySecondStepProps {
  readonly step: NextStep;
  readonly onOver: () => void;
  readonly onClose: () => void;
}

/** The second step of who stays logged in: with the app, else with a recovery code, and beside them with a passkey. */
export function StayBySecondStep({ step: { meta }, onOver, onClose }: StayBySecondStepProps) {
  const t = useTranslations();
  const challenge = String(meta.challenge);
  const methods = Array.isArray(meta.methods) ? meta.methods : [];
  const hasApp = methods.includes('APP');
  const as = hasApp ? 'code' : 'recovery_code';
  const form = useStepForm({ challenge, as, onRight: onClose, onOver });
  return (
    <FormDialog
      title={t('session.stay')}
      form={form}
      verb={t('login.submit')}
      intro={t('secondStep.title')}
      onClose={onClose}
    >
      {hasApp ? (
        <CodeField label={t('secondStep.code')} {...form.field('typed')} />
      ) : (
        <TextField
          label={t('secondStep.recoveryCode')}
          autoComplete="off"
          monospace
          {...form.field('typed')}
        />
      )}
      {methods.includes('PASSKEY') && <ByPasskey challenge={challenge} onOver={onOver} />}
    </FormDialog>
  );
}
