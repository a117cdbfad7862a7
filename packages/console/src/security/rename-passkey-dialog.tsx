import { checkPasskeyName, PASSKEY, type Passkey } from '@comporta/contract/identity/passkey';
import { renamePasskey } from '@comporta/contract/identity/passkey-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { problemsOfRefusal } from '../api/problems-of-refusal.ts';
import { savePasskeyName } from '../data/passkey-queries.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { toast } from '../ui/toast-store.ts';

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

/** Gives a passkey the name by which its owner knows it, such as that of the key in their pocket. */
export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('passkeys');
  const client = useQueryClient();
  const form = useForm({
    start: { name },
    check: checkPasskeyName,
    save: (value) => savePasskeyName(client, id, value),
    refusal: (error) => problemsOfRefusal(error, [renamePasskey]),
    speak: ({ code, meta }) => t(`error.${code}`, { limit: Number(meta?.limit) }),
    onSaved: () => {
      toast({ text: t('renamed') });
      onClose();
    },
  });
  return (
    <FormDialog title={t('renameTitle')} form={form} verb={t('save')} onClose={onClose}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        limit={PASSKEY.bounds.name.maxChars}
        autoComplete="off"
        {...form.field('name')}
      />
    </FormDialog>
  );
}
