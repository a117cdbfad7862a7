import { KEY_MAX_CHARS } from '@comporta/contract/check-key';
import {
  METRIC,
  METRIC_AGGREGATES,
  METRIC_DIRECTIONS,
  METRIC_KINDS,
} from '@comporta/contract/metrics/metric';
import { useTranslations } from 'use-intl/react';
import { SelectField } from '../ui/fields/select-field.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import type { Field } from '../ui/forms/use-form.ts';
import { CapField } from './cap-field.tsx';
import styles from './metric-fields.module.css';
import { type MetricForm, partsOfKind } from './metric-form.ts';

export interface MetricFieldsProps {
  readonly field: <Name extends keyof MetricForm & string>(name: Name) => Field<MetricForm[Name]>;
}

/** The fields for the name of a metric, what it measures, and how it counts. */
export function MetricFields({ field }: MetricFieldsProps) {
  const t = useTranslations();
  const kind = METRIC_KINDS.find((known) => known === field('kind').value);
  const kinds = METRIC_KINDS.map((value) => ({ value, label: t(`metric.kind.${value}`) }));

  return (
    <>
      <TextField
        label={t('metric.edit.key')}
        limit={KEY_MAX_CHARS}
        monospace
        trimmed
        {...field('key')}
      />
      <TextField
        label={t('metric.edit.name')}
        limit={METRIC.bounds.name.maxChars}
        {...field('name')}
      />
      <TextAreaField
        label={t('common.optionalLabel', { label: t('metric.edit.description') })}
        limit={METRIC.bounds.description.maxChars}
        {...field('description')}
      />
      <SelectField
        label={t('metric.list.kind')}
        hint={kind && t(`metric.kindHint.${kind}`)}
        placeholder={t('metric.edit.chooseKind')}
        options={kinds}
        {...field('kind')}
      />
      <EventFields field={field} />
      <TimeFields field={field} />
      <CountingFields field={field} />
    </>
  );
}

function EventFields({ field }: MetricFieldsProps) {
  const t = useTranslations('metric.edit');
  const better = field('better');
  const parts = partsOfKind(field('kind').value);
  return (
    <>
      <TextField
        label={t('eventKey')}
        hint={t('eventKeyHint')}
        monospace
        trimmed
        {...field('eventKey')}
      />
      {parts.denominator && (
        <>
          <AggregateField label={t('numeratorOf')} {...field('numeratorOf')} />
          <TextField label={t('denominatorKey')} monospace trimmed {...field('denominatorKey')} />
          <AggregateField label={t('denominatorOf')} {...field('denominatorOf')} />
        </>
      )}
      <SelectField
        label={t('betterLabel')}
        options={METRIC_DIRECTIONS.map((value) => ({ value, label: t(`better.${value}`) }))}
        {...better}
        onChange={(value) => better.onChange(value === 'DOWN' ? 'DOWN' : 'UP')}
      />
    </>
  );
}

interface AggregateFieldProps extends Field<MetricForm['numeratorOf']> {
  readonly label: string;
}

/** What a side of a ratio has of its event key. Source: RES-116. */
function AggregateField({ value, onChange, ...field }: AggregateFieldProps) {
  const t = useTranslations('metric.aggregate');
  return (
    <SelectField
      {...field}
      options={METRIC_AGGREGATES.map((one) => ({ value: one, label: t(one) }))}
      value={value ?? 'SUM'}
      onChange={(chosen) => onChange(chosen === 'COUNT' ? 'COUNT' : 'SUM')}
    />
  );
}

/** The periods in which events count: after the first exposure, and before it for the adjustment. */
function TimeFields({ field }: MetricFieldsProps) {
  const t = useTranslations('metric.edit');
  const parts = partsOfKind(field('kind').value);
  return (
    <>
      {parts.from ? (
        <fieldset className={styles.period}>
          <legend>{t('window')}</legend>
          <div className={styles.ends}>
            <TextField label={t('retentionFrom')} inputMode="numeric" {...field('fromHours')} />
            <TextField label={t('retentionTo')} inputMode="numeric" {...field('windowHours')} />
          </div>
        </fieldset>
      ) : (
        <TextField
          label={t('window')}
          hint={t('windowHint')}
          inputMode="numeric"
          {...field('windowHours')}
        />
      )}
      {parts.lookback && (
        <TextField
          label={t('lookback')}
          hint={t('lookbackHint')}
          inputMode="numeric"
          {...field('lookbackDays')}
        />
      )}
    </>
  );
}

function CountingFields({ field }: MetricFieldsProps) {
  const t = useTranslations('metric.edit');
  const parts = partsOfKind(field('kind').value);
  return (
    <>
      {parts.cap && <CapField {...field('cap')} />}
      <TextField
        label={t('margin')}
        hint={t('marginHint')}
        inputMode="decimal"
        {...field('margin')}
      />
      <SwitchField label={t('trusted')} hint={t('trustedHint')} {...field('trusted')} />
    </>
  );
}
