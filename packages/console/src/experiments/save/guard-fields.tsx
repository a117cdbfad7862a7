import { GUARDRAILS_MOST } from '@comporta/contract/analyses/plan';
import { GUARD_NEEDS, ON_HARM } from '@comporta/contract/change-requests/guard';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { metricsQuery } from '../../data/metric-queries.ts';
import { useWaitText } from '../../parts/apply/use-wait-text.ts';
import { USUAL_WAIT } from '../../parts/apply/wait-field.tsx';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { endsWhole, falseAlarms, type GuardForm } from './guard-form.ts';
import type { InSteps } from './in-steps.ts';
import styles from './in-steps-fields.module.css';

interface GuardFieldsProps {
  readonly appId: string;
  readonly steps: InSteps;
  readonly guard: GuardForm;
  readonly error: string | undefined;
  readonly onChange: (guard: GuardForm) => void;
}

/** Whether and how a ramp is watched. Source: SAF-52, SAF-56. */
export function GuardFields({ appId, steps, guard, error, onChange }: GuardFieldsProps) {
  const t = useTranslations('apply.guard');
  return (
    <div className={styles.fields}>
      <Checkbox
        label={t('label')}
        checked={guard.isOn}
        onChange={({ currentTarget }) => onChange({ ...guard, isOn: currentTarget.checked })}
      />
      {guard.isOn && <ChosenGuard {...{ appId, steps, guard, onChange }} />}
      {guard.isOn && error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function ChosenGuard({ appId, steps, guard, onChange }: Omit<GuardFieldsProps, 'error'>) {
  const t = useTranslations('apply.guard');
  const waitText = useWaitText();
  const { data: metrics = [] } = useQuery(metricsQuery(appId));
  const { goal, guardrails } = guard;
  const names = metrics.map(({ id, name }) => ({ value: id, label: name }));
  const toggled = (id: string, isChosen: boolean) =>
    isChosen ? [...guardrails, id] : guardrails.filter((one) => one !== id);
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('goal')}
          data={[{ value: '', label: t('choose') }, ...names]}
          value={goal}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...guard, goal: value, guardrails: toggled(value, false) })
          }
        />
        <NativeSelect
          label={t('needs')}
          data={GUARD_NEEDS.map((value) => ({ value, label: t(`need.${value}`) }))}
          value={guard.needs}
          onChange={({ currentTarget }) => {
            const needs = GUARD_NEEDS.find((one) => one === currentTarget.value);
            if (needs !== undefined) onChange({ ...guard, needs });
          }}
        />
        <TextInput
          className={styles.percent}
          label={t('units')}
          inputMode="numeric"
          value={guard.units}
          onChange={({ currentTarget }) => onChange({ ...guard, units: currentTarget.value })}
        />
        <NativeSelect
          label={t('ifHarmed')}
          data={ON_HARM.map((value) => ({ value, label: t(`harmed.${value}`) }))}
          value={guard.onHarm}
          onChange={({ currentTarget }) => {
            const onHarm = ON_HARM.find((one) => one === currentTarget.value);
            if (onHarm !== undefined) onChange({ ...guard, onHarm });
          }}
        />
      </div>
      <fieldset className={styles.choices}>
        <legend>{t('guardrails')}</legend>
        {metrics
          .filter(({ id }) => id !== goal)
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={guardrails.includes(id)}
              disabled={!guardrails.includes(id) && guardrails.length >= GUARDRAILS_MOST}
              onChange={({ currentTarget }) =>
                onChange({ ...guard, guardrails: toggled(id, currentTarget.checked) })
              }
            />
          ))}
      </fieldset>
      <p className={styles.note}>
        {t('falseAlarms', { percent: falseAlarms(steps) })}.{' '}
        {endsWhole(steps) ? t('nothingToCompare') : t('watch', { wait: waitText(USUAL_WAIT) })}
      </p>
    </>
  );
}
