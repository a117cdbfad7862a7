import { useRef, useState } from 'react';
import { TextInput } from '../../ui/controls/text-input.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** The words to search for. Like a typed day, they take effect on Enter, or when the user leaves the field. */
export function SearchField({ value, onChange, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());

  function take() {
    if (typed !== undefined && typed.trim() !== value) onChange(typed.trim());
    setTyped(undefined);
  }

  return (
    <TextInput
      ref={input}
      type="search"
      variant="filled"
      {...field}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
