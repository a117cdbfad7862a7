import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { checkPasswordChange, PASSWORD_MIN_CHARS } from '@comporta/contract/sessions/password';
import { changePassword } from '@comporta/contract/sessions/password-api';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { EditorForm } from '../ui/forms/editor-form.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';

type Code = ErrorCodeOf<typeof changePassword>;

const FIELD_OF: Partial<Record<Code, string>> = {
  WRONG_PASSWORD: 'currentPassword',
  INVALID_PASSWORD: 'newPassword',
};

export function ChangePasswordPage() {
  const t = useTranslations('changePassword');
  const navigate = useNavigate();
  const form = useForm({
    start: { currentPassword: '', newPassword: '', confirmation: '' },
    check: checkPasswordChange,
    save: (body) => call(changePassword, { body }),
    refusal: (error): Problem<Code> | undefined => {
      const code = refusalOf(changePassword, error);
      return code && { code, at: [FIELD_OF[code] ?? 'confirmation'] };
    },
    speak: ({ code }: Problem<Code>) => t(`error.${code}`, { min: PASSWORD_MIN_CHARS }),
    onSaved: () => {
      toast({ text: t('done') });
      void navigate(pathTo('dashboard'));
    },
  });
  return (
    <Page title={t('title')} width="form">
      <EditorForm form={form} saveLabel={t('submit')}>
        <PasswordField
          label={t('current')}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label={t('new')}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
        <PasswordField
          label={t('confirmation')}
          autoComplete="new-password"
          {...form.field('confirmation')}
        />
      </EditorForm>
    </Page>
  );
}
