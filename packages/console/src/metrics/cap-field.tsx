import { CAP_TYPES } from '@comporta/contract/metrics/cap';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import type { Field } from '../ui/forms/use-form.ts';
import styles from './metric-fields.module.css';
import type { MetricForm } from './metric-form.ts';

/** The limit on what one user contributes: the type of the cap, and its number if it has one. */
export function CapField({ name, value: cap, onChange, error, ref }: Field<MetricForm['cap']>) {
  const t = useTranslations('metric.edit');
  const hasNumber = cap.type !== 'NONE';
  return (
    <div className={styles.ends}>
      <NativeSelect
        {...(hasNumber ? {} : { ref, error })}
        name={name}
        label={t('capLabel')}
        description={t('capHint')}
        value={cap.type}
        onChange={(event) => onChange({ ...cap, type: event.currentTarget.value })}
      >
        {CAP_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`cap.${type}`)}
          </option>
        ))}
      </NativeSelect>
      {hasNumber && (
        <TextInput
          ref={ref}
          name={`${name}Value`}
          className={styles.number}
          label={t('capValue')}
          error={error}
          inputMode="decimal"
          value={cap.value}
          onChange={(event) => onChange({ ...cap, value: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
