import type { AppSetUp } from '@comporta/contract/identity/security';
import { saveApp } from '@comporta/contract/identity/security-api';
import { checked, type Problem } from '@comporta/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../api/api-error.ts';
import { putAppInForce } from '../data/security-queries.ts';
import { CodeField } from '../ui/fields/code-field.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';
import { AppSecret } from './app-secret.tsx';

type Code = 'WRONG_CODE';

interface SetUpAppDialogProps {
  readonly begun: AppSetUp;
  readonly onSetUp: () => void;
  readonly onClose: () => void;
}

/** The app is in force after its first right code. */
export function SetUpAppDialog({ begun, onSetUp, onClose }: SetUpAppDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const form = useForm({
    start: { code: '' },
    check: (draft: { readonly code: string }) => checked<typeof draft, Code>(draft, []),
    save: ({ code }) =>
      putAppInForce(client, code).catch((error: unknown) => {
        if (refusalOf(saveApp, error) !== 'CHALLENGE_EXPIRED') throw error;
        toast({ text: t('security.factor.tooLate') });
        return 'tooLate' as const;
      }),
    refusal: (error): readonly Problem<Code>[] | undefined => {
      const code = refusalOf(saveApp, error);
      return code === 'WRONG_CODE' ? [{ code, at: ['code'] }] : undefined;
    },
    speak: ({ code }) => t(`secondStep.error.${code}`),
    onSaved: (done) => (done === 'tooLate' ? onClose() : onSetUp()),
  });
  return (
    <FormDialog
      title={t('security.factor.setUp')}
      form={form}
      verb={t('security.factor.setUp')}
      onClose={onClose}
    >
      <AppSecret {...begun} />
      <CodeField label={t('secondStep.code')} {...form.field('code')} />
    </FormDialog>
  );
}
