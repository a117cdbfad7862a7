import { TextInput } from '@mantine/core';
import type { Field } from '../forms/use-form.ts';

interface DayFieldProps extends Field<string> {
  readonly label: string;
}

/** A day of a form, `YYYY-MM-DD` or empty. */
export function DayField({ onChange, ...input }: DayFieldProps) {
  return (
    <TextInput
      {...input}
      type="date"
      max="9999-12-31"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
