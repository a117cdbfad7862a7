import type { Problem } from '@comporta/contract/problem';
import { checkPasswordReset } from '@comporta/contract/sessions/password';
import { requestPasswordReset } from '@comporta/contract/sessions/password-api';
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { pathTo } from '../base/paths.ts';
import type { loadServiceFacts } from '../base/service-facts.ts';
import { Button } from '../ui/controls/button.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { SignInPage } from './sign-in-page.tsx';

type Code = 'EMPTY_EMAIL' | 'INVALID_EMAIL' | 'UNKNOWN_USER';

export function ForgotPasswordPage() {
  const t = useTranslations('forgot');
  const common = useTranslations('common');
  const hasMail = useLoaderData<typeof loadServiceFacts>()?.mailOn !== false;
  const [sentTo, setSentTo] = useState<string>();
  const backToLogin = <Link to={pathTo('login')}>{t('backToLogin')}</Link>;
  const form = useForm({
    start: { email: '' },
    check: checkPasswordReset,
    save: async ({ email }) => {
      await call(requestPasswordReset, { body: { email } });
      setSentTo(email);
    },
    refusal: (error) => problemsOfRefusal(error, [requestPasswordReset]),
    speak: ({ code }: Problem<Code>) => t(`error.${code}`),
    onSaved: () => {},
  });

  if (sentTo !== undefined) {
    return (
      <SignInPage
        title={t('done.title')}
        intro={t(hasMail ? 'done.text' : 'done.noMail', { email: sentTo })}
        links={backToLogin}
      >
        <Form form={{ ...form, problem: form.problem ?? form.field('email').error }}>
          <Button type="submit" variant="default" loading={form.isBusy}>
            {t('done.resend')}
          </Button>
        </Form>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={t('title')} intro={t('intro')} links={backToLogin}>
      <Form form={form}>
        <TextField
          label={common('email')}
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
        <Button type="submit" loading={form.isBusy} fullWidth>
          {t('submit')}
        </Button>
      </Form>
    </SignInPage>
  );
}
