import {
  CONFIRMATION_METHODS,
  type ConfirmationMethod,
} from '@comporta/contract/identity/confirmation';
import { confirm } from '@comporta/contract/identity/confirmation-api';
import { checked, type Problem } from '@comporta/contract/problem';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { TextsOfSecurity } from '../../base/texts/texts-of-security.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { PasswordField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { ByPasskey } from './by-passkey.tsx';
import { ByProvider } from './by-provider.tsx';

interface ConfirmDialogProps {
  /** What the service said that this user can confirm with. */
  readonly methods: unknown;
  readonly onConfirmed: () => void;
  readonly onGiveUp: () => void;
}

/** Asks for fresh evidence that it is the owner of the session. Source: IDN-37. */
export function ConfirmDialog({ methods, ...props }: ConfirmDialogProps) {
  const known = CONFIRMATION_METHODS.filter(
    (method) => Array.isArray(methods) && methods.includes(method),
  );
  return (
    <TextsOfSecurity>
      <Ways methods={known} {...props} />
    </TextsOfSecurity>
  );
}

interface WaysProps extends Omit<ConfirmDialogProps, 'methods'> {
  readonly methods: readonly ConfirmationMethod[];
}

function Ways(props: WaysProps) {
  const { methods, onConfirmed, onGiveUp } = props;
  const t = useTranslations();
  if (methods.includes('APP')) return <Typed field="code" {...props} />;
  if (methods.includes('PASSWORD')) return <Typed field="password" {...props} />;
  return (
    <Dialog
      title={t('confirm.title')}
      onClose={onGiveUp}
      footer={
        <Button variant="default" onClick={onGiveUp} data-autofocus>
          {t('common.cancel')}
        </Button>
      }
    >
      <p>{t('confirm.text')}</p>
      {methods.includes('PASSKEY') && <ByPasskey onConfirmed={onConfirmed} />}
      {methods.includes('SSO') && <ByProvider />}
    </Dialog>
  );
}

const CODES = ['WRONG_CONFIRMATION', 'CODES_PAUSED', 'ENCRYPTION_KEY_MISSING'] as const;
type Code = (typeof CODES)[number];

const WORDS = {
  WRONG_CONFIRMATION: 'confirm.error.WRONG_CONFIRMATION',
  CODES_PAUSED: 'secondStep.error.CODES_PAUSED',
  ENCRYPTION_KEY_MISSING: 'secondStep.error.appUnreadable',
} as const satisfies Record<Code, string>;

interface TypedProps extends WaysProps {
  readonly field: 'code' | 'password';
}

function Typed({ field, methods, onConfirmed, onGiveUp }: TypedProps) {
  const t = useTranslations();
  const form = useForm({
    start: { typed: '' },
    check: (draft: { readonly typed: string }) => checked<typeof draft, Code>(draft, []),
    save: ({ typed }) => call(confirm, { body: { [field]: typed } }),
    refusal: (error): readonly Problem<Code>[] | undefined => {
      const refused = refusalOf(confirm, error);
      const code = CODES.find((one) => one === refused);
      return code && [{ code, at: ['typed'] }];
    },
    speak: ({ code }) => t(WORDS[code]),
    onSaved: onConfirmed,
  });
  return (
    <FormDialog
      title={t('confirm.title')}
      form={form}
      verb={t('confirm.submit')}
      intro={t('confirm.text')}
      onClose={onGiveUp}
    >
      {field === 'code' ? (
        <CodeField label={t('secondStep.code')} {...form.field('typed')} />
      ) : (
        <PasswordField
          label={t('common.password')}
          autoComplete="current-password"
          {...form.field('typed')}
        />
      )}
      {methods.includes('PASSKEY') && <ByPasskey onConfirmed={onConfirmed} />}
      {methods.includes('SSO') && <ByProvider />}
    </FormDialog>
  );
}
