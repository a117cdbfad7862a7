import { resetSignIn } from '@comporta/contract/identity/reset-sign-in-api';
import { checked, type Problem } from '@comporta/contract/problem';
import type { User } from '@comporta/contract/users/user';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';

type Code = (typeof resetSignIn.errors)[number];

interface ResetSignInDialogProps {
  /** Where the choice is kept while its owner confirms at a provider, which is another page. */
  readonly draftKey: string;
  readonly user: User;
  readonly onClose: () => void;
}

interface Draft {
  readonly factors: boolean;
  readonly identities: boolean;
  readonly tokens: boolean;
}

/** Resets with what a user logs in, and logs them out everywhere. */
export function ResetSignInDialog({ draftKey, user, onClose }: ResetSignInDialogProps) {
  const t = useTranslations('user.resetSignIn');
  const { id, name } = user;
  const form = useForm({
    start: { factors: true, identities: false, tokens: false },
    check: (draft: Draft) => checked<Draft, Code>(draft, []),
    save: (chosen) => call(resetSignIn, { params: { id }, body: { ...chosen, sessions: true } }),
    refusal: (error): readonly Problem<Code>[] | undefined => {
      const code = refusalOf(resetSignIn, error);
      return code && [{ code, at: [] }];
    },
    speak: ({ code }) => t(`error.${code}`),
    memory: { key: draftKey },
    onSaved: () => {
      toast({ text: t('done') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('title', { name })}
      form={form}
      verb={t('submit')}
      intro={t('text', { name })}
      onClose={() => {
        form.forget();
        onClose();
      }}
    >
      <SwitchField label={t('factors')} {...form.field('factors')} />
      <SwitchField label={t('identities')} {...form.field('identities')} />
      <SwitchField label={t('tokens')} {...form.field('tokens')} />
    </FormDialog>
  );
}
