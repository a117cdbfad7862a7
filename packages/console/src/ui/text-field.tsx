import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { CharacterCount } from './character-count.tsx';
import styles from './text-field.module.css';
import type { Field } from './use-form.ts';

interface AnyTextField extends Field<string> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

interface LimitedField extends AnyTextField {
  /** In characters. Longer text can be typed or pasted, is marked, and is refused by the save. */
  readonly limit?: number;
}

interface TextFieldProps extends LimitedField {
  readonly type?: 'text' | 'email' | 'url';
  readonly autoComplete?: string;
  readonly readOnly?: boolean;
  /** For what machines read: keys, names of toggles. */
  readonly monospace?: boolean;
}

export function TextField({ hint, limit, onChange, monospace, ...input }: TextFieldProps) {
  return (
    <TextInput
      {...input}
      {...withCount(input.value, limit)}
      description={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
      spellCheck={false}
      {...(monospace ? { styles: { input: { fontFamily: 'var(--font-mono)' } } } : {})}
    />
  );
}

export function TextAreaField({ hint, limit, onChange, ...input }: LimitedField) {
  return (
    <Textarea
      {...input}
      {...withCount(input.value, limit)}
      description={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={3}
      resize="vertical"
    />
  );
}

interface PasswordFieldProps extends AnyTextField {
  readonly autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ hint, onChange, ...input }: PasswordFieldProps) {
  const t = useTranslations('common');
  const [isVisible, setVisible] = useState(false);
  const toggle = { 'aria-label': isVisible ? t('hidePassword') : t('showPassword'), tabIndex: 0 };
  return (
    <PasswordInput
      {...input}
      description={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={toggle}
    />
  );
}

function withCount(text: string, limit: number | undefined) {
  if (limit === undefined) return {};
  return {
    className: styles.counted ?? '',
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        <CharacterCount text={text} limit={limit} />
      </>
    ),
  };
}
