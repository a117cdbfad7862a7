import { PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Field } from '../forms/use-form.ts';
import { withCount } from '../list/with-count.tsx';

interface AnyTextField extends Omit<Field<string>, 'error'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** `true` marks the field without a text, when the text is elsewhere. */
  readonly error: ReactNode;
}

export interface LimitedField extends AnyTextField {
  /** In characters. Longer text can be entered, but is marked, and the save refuses it. */
  readonly limit?: number;
}

interface TextFieldProps extends LimitedField {
  readonly type?: 'text' | 'email' | 'url';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly autoComplete?: string;
  readonly readOnly?: boolean;
  /** For texts that machines read, such as keys and names of toggles. */
  readonly monospace?: boolean;
  /** Removes surrounding blanks during typing. */
  readonly trimmed?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { hint, limit, onChange, monospace, trimmed, ...input } = props;
  return (
    <TextInput
      {...input}
      {...withCount(input.value, limit)}
      description={hint}
      onChange={(event) => {
        if (trimmed) trimInPlace(event.currentTarget);
        onChange(event.currentTarget.value);
      }}
      spellCheck={false}
      {...(monospace ? { styles: { input: { fontFamily: 'var(--font-mono)' } } } : {})}
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
      // Mantine sets this on its other fields, but not on this one.
      aria-invalid={Boolean(input.error)}
      description={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={toggle}
    />
  );
}

/** Trims the text and keeps the caret in its place; setting the value alone would move the caret to the end. */
function trimInPlace(input: HTMLInputElement) {
  const { value, selectionStart } = input;
  const text = value.trim();
  if (text === value) return;
  const blanks = value.length - value.trimStart().length;
  const caret = Math.min(Math.max((selectionStart ?? value.length) - blanks, 0), text.length);
  input.value = text;
  input.setSelectionRange(caret, caret);
}
