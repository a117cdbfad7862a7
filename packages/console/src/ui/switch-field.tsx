import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from './use-form.ts';

interface SwitchFieldProps extends Field<boolean> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function SwitchField({ hint, value, onChange, ...input }: SwitchFieldProps) {
  return (
    <Switch
      {...input}
      description={hint}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
