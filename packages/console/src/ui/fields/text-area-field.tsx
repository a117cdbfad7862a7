import { Textarea } from '@mantine/core';
import { withCount } from '../list/with-count.tsx';
import type { LimitedField } from './text-field.tsx';

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
