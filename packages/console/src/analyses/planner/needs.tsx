import type { Metric } from '@comporta/contract/metrics/metric';
import type { Estimate, PlannerAnswer, PlanWarning } from '@comporta/stats/planner';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Radio } from '../../ui/controls/radio.ts';
import type { Field } from '../../ui/forms/use-form.ts';
import { useFigures } from '../words/use-figures.ts';
import styles from './planner.module.css';

interface NeedsProps {
  readonly field: Field<boolean>;
  /** Whether the plan is sized for the guardrails, too. */
  readonly sizes: Omit<Field<boolean | undefined>, 'value'> & { readonly value: boolean };
  /** Undefined while the form is too incomplete to compute it. */
  readonly answer: PlannerAnswer | undefined;
  /** The split as text: 90/10. */
  readonly split: string;
  readonly metrics: readonly Pick<Metric, 'id' | 'name'>[];
}

/** The users and days that the plan takes, with and without a planned end, and warnings. */
export function Needs({ field, sizes, answer, split, metrics }: NeedsProps) {
  const t = useTranslations('planner');
  const analysis = useTranslations('analysis');
  const format = useFormatter();
  const figures = useFigures();

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
        return t('warning.noGuardrail', {
          metric: nameOf(one.cheapest.id),
          needed: one.cheapest.totalUnits,
          margin: figures.percent(one.cheapest.margin),
        });
    }
  }

  const nameOf = (id: string) => metrics.find((metric) => metric.id === id)?.name ?? '';
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
                <strong className={styles.needs}>
                  {sizes.value
                    ? t('goalAlone', { needs: needs(answer.unplanned) })
                    : needs(answer.unplanned)}
                </strong>
              )}
              {t('anytimeHint')}
              {answer !== undefined &&
                ` ${analysis('startNoPlanPrice', { factor: factor(answer.price) })}`}
            </>
          }
        />
      </Radio.Group>
      {field.value && answer !== undefined && (
        <div className={styles.guardrails}>
          {answer.guardrails.map(({ id, margin, chance, totalUnits }) => (
            <p key={id}>
              {t('guardrailChance', {
                planned: answer.planned.totalUnits,
                metric: nameOf(id),
                margin: figures.percent(margin),
                chance: figures.percent(chance, 0),
                needed: totalUnits,
              })}
            </p>
          ))}
          {answer.unknown.map((id) => (
            <p key={id}>{t('guardrailUnknown', { metric: nameOf(id) })}</p>
          ))}
          {answer.guardrails.length > 0 && (
            <Checkbox
              ref={sizes.ref}
              label={t('sizeForGuardrails')}
              checked={sizes.value}
              onChange={(event) => sizes.onChange(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
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
