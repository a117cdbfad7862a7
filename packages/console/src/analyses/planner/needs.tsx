import type { Estimate, PlannerAnswer, PlanWarning } from '@comporta/stats/planner';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { Radio } from '../../ui/controls/radio.ts';
import type { Field } from '../../ui/forms/use-form.ts';
import styles from './planner.module.css';

interface NeedsProps {
  readonly field: Field<boolean>;
  /** Undefined while the form is too incomplete to compute it. */
  readonly answer: PlannerAnswer | undefined;
  /** The split as text: 90/10. */
  readonly split: string;
}

/** The users and days that the plan takes, with and without a planned end, and warnings. */
export function Needs({ field, answer, split }: NeedsProps) {
  const t = useTranslations('planner');
  const analysis = useTranslations('analysis');
  const format = useFormatter();

  function needs({ totalUnits, days }: Estimate): string {
    return days === undefined
      ? t('needsUsers', { users: totalUnits })
      : t('needs', { users: totalUnits, days });
  }

  function warning(one: PlanWarning): string {
    switch (one.code) {
      case 'LONG':
        return t('warning.long', { days: one.days });
      case 'SHORT':
        return t('warning.short', { days: 7 });
      case 'UNEQUAL':
        return t('warning.unequal', { split, factor: factor(one.factor) });
      case 'MANY_VALUES':
        return t('warning.manyValues', { count: one.count });
      case 'NO_GUARDRAIL':
        return t('warning.noGuardrail');
    }
  }

  const factor = (value: number) => format.number(value, { maximumSignificantDigits: 2 });

  return (
    <>
      <Radio.Group
        label={t('hybrid')}
        labelProps={{ className: 'visually-hidden' }}
        value={field.value ? 'planned' : 'open'}
        onChange={(value) => field.onChange(value === 'planned')}
        error={field.error}
      >
        <Radio
          ref={field.ref}
          value="planned"
          label={t('hybrid')}
          description={
            <>
              {answer !== undefined && (
                <strong className={styles.needs}>{needs(answer.planned)}</strong>
              )}
              {t('hybridHint')}
            </>
          }
        />
        <Radio
          mt={8}
          value="open"
          label={t('anytime')}
          description={
            <>
              {answer !== undefined && (
                <strong className={styles.needs}>{needs(answer.unplanned)}</strong>
              )}
              {t('anytimeHint')}
              {answer !== undefined &&
                ` ${analysis('startNoPlanPrice', { factor: factor(answer.price) })}`}
            </>
          }
        />
      </Radio.Group>
      <div className={styles.warnings}>
        {answer?.warnings.map((one) => (
          <Notice key={one.code} tone="warning">
            {warning(one)}
          </Notice>
        ))}
        <Notice tone="warning">{t('frozen')}</Notice>
      </div>
    </>
  );
}
