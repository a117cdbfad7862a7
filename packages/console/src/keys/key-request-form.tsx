import {
  checkKeyRequest,
  type KeyRequest,
  type KeyRequestCode,
} from '@comporta/contract/keys/key-request';
import type { Problem } from '@comporta/contract/problem';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';

interface KeyRequestFormProps<Code extends string> {
  readonly generate: (request: KeyRequest) => Promise<string>;
  /** What a refusal of `generate` says about this form. */
  readonly refusal: (error: unknown) => readonly Problem<Code>[] | undefined;
  readonly speak: (problem: Problem<Code | KeyRequestCode>) => string;
  readonly onGenerated: (key: string) => void;
}

/** Whoever wants a new key gives their password again. */
export function KeyRequestForm<Code extends string>(props: KeyRequestFormProps<Code>) {
  const { generate, refusal, speak, onGenerated } = props;
  const t = useTranslations('key');
  const form = useForm<KeyRequest, KeyRequest, Code | KeyRequestCode, string>({
    start: { password: '' },
    check: checkKeyRequest,
    save: generate,
    refusal,
    speak,
    onSaved: onGenerated,
  });
  return (
    <Form form={form}>
      <PasswordField
        label={t('askPassword')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <div>
        <Button type="submit" loading={form.isBusy}>
          {t('submit')}
        </Button>
      </div>
    </Form>
  );
}
