import {
  checkKeyRequest,
  type KeyRequest,
  type KeyRequestCode,
} from '@comporta/contract/keys/key-request';
import type { Problem } from '@comporta/contract/problem';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { securityQuery } from '../data/security-queries.ts';
import { Button } from '../ui/controls/button.ts';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { useForm } from '../ui/forms/use-form.ts';

interface KeyRequestFormProps<Code extends string, Made> {
  readonly generate: (request: KeyRequest) => Promise<Made>;
  /** Returns the problems of this form in a refusal of `generate`. */
  readonly refusal: (error: unknown) => readonly Problem<Code>[] | undefined;
  readonly speak: (problem: Problem<Code | KeyRequestCode>) => string;
  readonly onGenerated: (made: Made) => void;
  /** What else the user decides about the new key, above the password. */
  readonly children?: ReactNode;
  /** Needed when a screen has two such forms. */
  readonly labels?: { readonly password: string; readonly submit: string };
}

/** Asks for the user's password again before a new key is made. */
export function KeyRequestForm<Code extends string, Made>(props: KeyRequestFormProps<Code, Made>) {
  const { generate, refusal, speak, onGenerated, labels, children } = props;
  const t = useTranslations('key');
  // Who has none is asked in the dialog "Is it you?" instead. Source: IDN-03.
  const hasNone = useQuery(securityQuery).data?.password === false;
  const form = useForm<KeyRequest, KeyRequest, Code | KeyRequestCode, Made>({
    start: { password: '' },
    check: hasNone ? asIs : checkKeyRequest,
    save: generate,
    refusal,
    speak,
    onSaved: onGenerated,
  });
  return (
    <Form form={form}>
      {children}
      {!hasNone && (
        <PasswordField
          label={labels?.password ?? t('askPassword')}
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
      <div>
        <Button type="submit" loading={form.isBusy}>
          {labels?.submit ?? t('submit')}
        </Button>
      </div>
    </Form>
  );
}

function asIs(request: KeyRequest) {
  return { ok: true, value: request } as const;
}
