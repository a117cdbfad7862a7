import { LIFETIMES } from '@comporta/contract/lifecycle/lifecycle';
import { useTranslations } from 'use-intl/react';
import { DayField } from '../../ui/dates/day-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { Field } from '../../ui/forms/use-form.ts';

interface LifecycleFieldsProps {
  readonly lifetime: Field<string>;
  readonly removeBy: Field<string>;
}

/** Whether a toggle is to be removed some day, and by when. */
export function LifecycleFields({ lifetime, removeBy }: LifecycleFieldsProps) {
  const t = useTranslations('lifecycle');
  return (
    <>
      <SelectField
        label={t('field.lifetime')}
        options={LIFETIMES.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
        {...lifetime}
      />
      {lifetime.value !== 'PERMANENT' && <DayField label={t('field.removeBy')} {...removeBy} />}
    </>
  );
}
