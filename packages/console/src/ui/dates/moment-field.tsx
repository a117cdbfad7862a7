import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import type { Field } from '../forms/use-form.ts';
import { momentOf, offsetAt, timeInUtc } from './local-moment.ts';

interface MomentFieldProps extends Field<string> {
  readonly label: string;
}

/**
 * A day and a time in the zone of the browser; below it, what that is in UTC: of a time that a clock change removes or
 * doubles, the one that is meant.
 */
export function MomentField({ onChange, ...input }: MomentFieldProps) {
  const t = useTranslations('freeze');
  const at = momentOf(input.value);
  return (
    <TextInput
      {...input}
      type="datetime-local"
      description={at && t('utc', { offset: offsetAt(at), time: timeInUtc(at) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
