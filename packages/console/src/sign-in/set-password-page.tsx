import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { checkNewPassword } from '@comporta/contract/sessions/password';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { useState } from 'react';
import { useLoaderData, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { isLinkRefused, type loadPasswordLink } from '../base/password-link.ts';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { InvalidLinkPage } from './invalid-link-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

type Code = ErrorCodeOf<typeof setPassword>;

export function SetPasswordPage() {
  const t = useTranslations('setPassword');
  const { requestId = '' } = useParams();
  const navigate = useNavigate();
  const { isDead, minChars } = useLoaderData<typeof loadPasswordLink>();
  const [wasRefused, setRefused] = useState(false);
  const form = useForm({
    start: { value: '', confirmation: '' },
    check: (draft) => {
      const result = checkNewPassword(draft);
      return result.ok ? { ok: true as const, value: draft } : result;
    },
    save: (draft) => call(setPassword, { params: { requestId }, body: draft }),
    refusal: (error) => {
      setRefused(isLinkRefused(error));
      return problemsOfRefusal(error, [setPassword]);
    },
    speak: ({ code, meta }: Problem<Code>) =>
      t(`error.${code}`, { min: Number(meta?.min ?? minChars) }),
    onSaved: () => navigate(pathTo('login'), { state: 'passwordSet' }),
  });

  if (wasRefused || isDead) return <InvalidLinkPage />;
  return (
    <SignInPage title={t('title')}>
      <Form form={form}>
        <PasswordField
          label={t('password')}
          hint={t('hint', { min: minChars })}
          autoComplete="new-password"
          {...form.field('value')}
        />
        <PasswordField
          label={t('confirmation')}
          autoComplete="new-password"
          {...form.field('confirmation')}
        />
        <Button type="submit" loading={form.isBusy} fullWidth>
          {t('submit')}
        </Button>
      </Form>
    </SignInPage>
  );
}
