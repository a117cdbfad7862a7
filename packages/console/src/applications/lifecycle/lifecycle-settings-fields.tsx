import { useTranslations } from 'use-intl/react';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { typedNumber } from '../../ui/fields/typed-number.ts';
import type { Field } from '../../ui/forms/use-form.ts';

interface LifecycleSettingsFieldsProps {
  readonly idleDays: Field<number | undefined>;
}

/** When a toggle of an application counts as unused. */
export function LifecycleSettingsFields(props: LifecycleSettingsFieldsProps) {
  return (
    <TextsOfLifecycle>
      <Fields {...props} />
    </TextsOfLifecycle>
  );
}

function Fields({ idleDays }: LifecycleSettingsFieldsProps) {
  const t = useTranslations('lifecycle');
  const { value: days = Number.NaN } = idleDays;
  return (
    <TextField
      label={t('setting.idleDays')}
      inputMode="numeric"
      {...idleDays}
      value={Number.isNaN(days) ? '' : String(days)}
      onChange={(text) => idleDays.onChange(typedNumber(text))}
    />
  );
}
