import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '../forms/use-form.ts';
import styles from './switch-field.module.css';

interface SwitchFieldProps extends Field<boolean> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function SwitchField({ hint, value, onChange, ...input }: SwitchFieldProps) {
  return (
    <Switch
      {...input}
      classNames={{
        input: styles.input ?? '',
        track: styles.track ?? '',
        thumb: styles.thumb ?? '',
      }}
      description={hint}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
