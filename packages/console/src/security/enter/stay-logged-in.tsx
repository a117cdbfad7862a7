import { checked, type Problem } from '@comporta/contract/problem';
import { createSession } from '@comporta/contract/sessions/session-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import { startSession } from '../../data/stored/session.ts';
import { PasswordField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { StayBySecondStep } from './stay-by-second-step.tsx';
import { type NextStep, stepOfRefusal } from './step-of-refusal.ts';

interface StayLoggedInProps {
  /** The e-mail of the user, who stays the same. */
  readonly userName: string;
  readonly onClose: () => void;
}

/** Starts a new session for the same user without leaving the screen. */
export function StayLoggedIn({ userName, onClose }: StayLoggedInProps) {
  const t = useTranslations();
  const [step, setStep] = useState<NextStep>();
  const form = useForm({
    start: { password: '' },
    check: (draft: { readonly password: string }) =>
      checked<typeof draft, 'WRONG_PASSWORD'>(draft, []),
    save: ({ password }) =>
      call(createSession, {
        body: { grant_type: 'password', username: userName, password },
      }).catch((error: unknown) => {
        const next = stepOfRefusal(error);
        if (next?.is !== 'SECOND_FACTOR_REQUIRED') throw error;
        setStep(next);
        return undefined;
      }),
    refusal: (error): readonly Problem<'WRONG_PASSWORD'>[] | undefined =>
      refusalOf(createSession, error) === 'WRONG_CREDENTIALS'
        ? [{ code: 'WRONG_PASSWORD', at: ['password'] }]
        : undefined,
    speak: ({ code }) => t(`key.error.${code}`),
    onSaved: (answer) => {
      if (answer === undefined) return;
      startSession(answer);
      onClose();
    },
  });
  if (step !== undefined) {
    return (
      <TextsOfSecurity>
        <StayBySecondStep step={step} onClose={onClose} />
      </TextsOfSecurity>
    );
  }
  return (
    <FormDialog
      title={t('session.stay')}
      form={form}
      verb={t('login.submit')}
      intro={userName}
      onClose={onClose}
    >
      <PasswordField
        label={t('common.password')}
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormDialog>
  );
}
