import { STALE_DIGESTS, type StaleDigest } from '@comporta/contract/applications/application';
import { useTranslations } from 'use-intl/react';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { typedNumber } from '../../ui/fields/typed-number.ts';
import type { Field } from '../../ui/forms/use-form.ts';

interface LifecycleSettingsFieldsProps {
  readonly idleDays: Field<number | undefined>;
  readonly staleDigest: Field<StaleDigest | undefined>;
}

/** When a toggle of an application counts as unused, and whether the webhook hears of stale ones. */
export function LifecycleSettingsFields(props: LifecycleSettingsFieldsProps) {
  return (
    <TextsOfLifecycle>
      <Fields {...props} />
    </TextsOfLifecycle>
  );
}

function Fields({ idleDays, staleDigest }: LifecycleSettingsFieldsProps) {
  const t = useTranslations('lifecycle');
  const word = useTranslations('app.staleDigest');
  const { value: days = Number.NaN } = idleDays;
  return (
    <>
      <TextField
        label={t('setting.idleDays')}
        inputMode="numeric"
        {...idleDays}
        value={Number.isNaN(days) ? '' : String(days)}
        onChange={(text) => idleDays.onChange(typedNumber(text))}
      />
      <SelectField
        label={t('setting.digest')}
        hint={t('setting.digestHint')}
        options={STALE_DIGESTS.map((value) => ({ value, label: word(value) }))}
        {...staleDigest}
        value={staleDigest.value ?? 'OFF'}
        onChange={(value) => staleDigest.onChange(STALE_DIGESTS.find((one) => one === value))}
      />
    </>
  );
}
