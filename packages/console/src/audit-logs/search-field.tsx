import { AUDIT_SEARCH_MAX_CHARS } from '@comporta/contract/audit-logs/audit-log';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextInput } from '../ui/controls/text-input.ts';
import { useShortcut } from '../ui/use-shortcut.ts';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** The words to search for. Like a typed day, they take effect on Enter, or when the user leaves the field. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const t = useTranslations('audit.filter');
  const [typed, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());

  function take() {
    if (typed !== undefined && typed.trim() !== value) onChange(typed.trim());
    setTyped(undefined);
  }

  return (
    <TextInput
      ref={field}
      type="search"
      variant="filled"
      label={t('search')}
      placeholder={t('searchHint')}
      maxLength={AUDIT_SEARCH_MAX_CHARS}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
