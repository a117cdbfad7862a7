import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { checkPasswordChange, PASSWORD_MIN_CHARS } from '@comporta/contract/sessions/password';
import { changePassword } from '@comporta/contract/sessions/password-api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { call } from '../api/call.ts';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { securityQuery } from '../data/security-queries.ts';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';

type Code = ErrorCodeOf<typeof changePassword>;

export function ChangePasswordPage() {
  const t = useTranslations('changePassword');
  const { data: security, isPending } = useQuery(securityQuery);
  return (
    <Page title={t('title')} width="form" help="people">
      {security?.password === false ? (
        <p>{t('none')}</p>
      ) : (
        !isPending && <ChangePassword minChars={security?.passwordMinChars ?? PASSWORD_MIN_CHARS} />
      )}
    </Page>
  );
}

function ChangePassword({ minChars }: { readonly minChars: number }) {
  const t = useTranslations('changePassword');
  const navigate = useNavigate();
  const form = useForm({
    start: { currentPassword: '', newPassword: '', confirmation: '' },
    check: checkPasswordChange,
    save: (body) => call(changePassword, { body }),
    refusal: (error) => problemsOfRefusal(error, [changePassword]),
    speak: ({ code, meta }: Problem<Code>) =>
      t(`error.${code}`, { min: Number(meta?.min ?? minChars) }),
    onSaved: () => {
      toast({ text: t('done') });
      void navigate(pathTo('dashboard'));
    },
  });
  return (
    <EditorForm form={form} saveLabel={t('submit')}>
      <PasswordField
        label={t('current')}
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <PasswordField
        label={t('new')}
        hint={t('hint', { min: minChars })}
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <PasswordField
        label={t('confirmation')}
        autoComplete="new-password"
        {...form.field('confirmation')}
      />
    </EditorForm>
  );
}
