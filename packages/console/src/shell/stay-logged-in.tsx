import { checked, type Problem } from '@comporta/contract/problem';
import { createSession } from '@comporta/contract/sessions/session-api';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { startSession } from '../base/session.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';

interface StayLoggedInProps {
  /** The e-mail, which stays. */
  readonly userName: string;
  readonly onClose: () => void;
}

/** A new session for the same user, without leaving the screen. */
export function StayLoggedIn({ userName, onClose }: StayLoggedInProps) {
  const t = useTranslations();
  const form = useForm({
    start: { password: '' },
    check: (draft: { readonly password: string }) =>
      checked<typeof draft, 'WRONG_PASSWORD'>(draft, []),
    save: ({ password }) =>
      call(createSession, { body: { grant_type: 'password', username: userName, password } }),
    refusal: (error): readonly Problem<'WRONG_PASSWORD'>[] | undefined =>
      refusalOf(createSession, error) === 'WRONG_CREDENTIALS'
        ? [{ code: 'WRONG_PASSWORD', at: ['password'] }]
        : undefined,
    speak: ({ code }) => t(`key.error.${code}`),
    onSaved: (answer) => {
      startSession(answer);
      onClose();
    },
  });
  return (
    <Dialog
      title={t('session.stay')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={form.isBusy} onClick={() => void form.submit()}>
            {t('login.submit')}
          </Button>
        </>
      }
    >
      <p>{userName}</p>
      <Form form={form}>
        <PasswordField
          label={t('common.password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
      </Form>
    </Dialog>
  );
}
