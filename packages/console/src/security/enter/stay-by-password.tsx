import { checked, type Problem } from '@comporta/contract/problem';
import { createSession } from '@comporta/contract/sessions/session-api';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { PasswordField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { enterWith } from './enter-with.ts';
import { type NextStep, stepOfRefusal } from './step-of-refusal.ts';

interface StayByPasswordProps {
  readonly userName: string;
  readonly onClose: () => void;
  /** Takes what a right password is followed by. */
  readonly onStep: (step: NextStep) => void;
  /** The other ways of this user. */
  readonly children: ReactNode;
}

/** Logs in anew with the password. */
export function StayByPassword({ userName, onClose, onStep, children }: StayByPasswordProps) {
  const t = useTranslations();
  const form = useForm({
    start: { password: '' },
    check: (draft: { readonly password: string }) =>
      checked<typeof draft, 'WRONG_PASSWORD'>(draft, []),
    save: async ({ password }) => {
      const step = await enterWith({ grant_type: 'password', username: userName, password }).then(
        () => undefined,
        (error: unknown) => {
          const next = stepOfRefusal(error);
          if (next === undefined) throw error;
          return next;
        },
      );
      return step;
    },
    refusal: (error): readonly Problem<'WRONG_PASSWORD'>[] | undefined =>
      refusalOf(createSession, error) === 'WRONG_CREDENTIALS'
        ? [{ code: 'WRONG_PASSWORD', at: ['password'] }]
        : undefined,
    speak: ({ code }) => t(`key.error.${code}`),
    onSaved: (step) => (step === undefined ? onClose() : onStep(step)),
  });
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
      {children}
    </FormDialog>
  );
}
