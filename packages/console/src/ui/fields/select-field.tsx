import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '../forms/use-form.ts';

interface SelectFieldProps extends Field<string> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The text for an empty value; without it, the first option is selected. */
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean;
  /** What is chosen, where it may be longer than the field. */
  readonly title?: string | undefined;
}

export function SelectField({ hint, placeholder, options, onChange, ...select }: SelectFieldProps) {
  return (
    <NativeSelect
      {...select}
      description={hint}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
