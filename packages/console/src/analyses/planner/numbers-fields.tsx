import { ANALYSIS_ALPHAS, ANALYSIS_POWERS } from '@comporta/contract/analyses/plan';
import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import { isShareKind } from '@comporta/messages/share-kinds';
import { useTranslations } from 'use-intl/react';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { typedNumber } from '../../ui/fields/typed-number.ts';
import { useFigures } from '../words/use-figures.ts';
import type { PlannerFields } from './planned-things.ts';
import styles from './planner.module.css';
import { withMeasured } from './with-measured.ts';

interface NumbersFieldsProps {
  readonly form: PlannerFields;
  readonly goal: Metric | undefined;
  readonly planning: Planning | undefined;
  /** Key of the property whose values are counted; undefined where users are. */
  readonly unit: string | undefined;
}

/** The end of the slider for the smallest difference, in percent; a larger difference can be typed. */
const SLIDER_MOST = 50;

/** The fields for today's figures, and for how certain the result must be. */
export function NumbersFields({ form, goal, planning, unit }: NumbersFieldsProps) {
  const t = useTranslations('planner');
  const { draft, field } = form;
  const figures = useFigures();
  const known = withMeasured(draft, goal, planning);
  const measured = planning?.metrics.find(({ metricId }) => metricId === goal?.id);
  const isShare = goal === undefined || isShareKind(goal.kind);
  const origin = (typed: string, used: string) => {
    if (typed !== '') return t('baselineTyped');
    return used === '' ? undefined : t('baselineMeasured');
  };
  const rate = (share: number) => ({ value: String(share), label: figures.percent(share, 0) });
  const mde = field('mde');

  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={isShare ? `${t('baseline')} (%)` : t('baseline')}
          hint={origin(draft.baseline, known.baseline)}
          inputMode="decimal"
          {...field('baseline')}
          value={known.baseline}
        />
        {!isShare && (
          <TextField
            label={t('spread')}
            hint={origin(draft.deviation, known.deviation)}
            inputMode="decimal"
            {...field('deviation')}
            value={known.deviation}
          />
        )}
        <TextField
          label={unit === undefined ? t('traffic') : t('dailyUnits', { property: unit })}
          hint={origin(draft.usersPerDay, known.usersPerDay)}
          inputMode="decimal"
          {...field('usersPerDay')}
          value={known.usersPerDay}
        />
      </div>
      {measured !== undefined && (
        <p className={styles.muted}>{measured.cuped ? t('cupedOn') : t('cupedOff')}</p>
      )}
      <div className={styles.mde}>
        <TextField label={`${t('mde')} (%)`} hint={t('mdeHint')} inputMode="decimal" {...mde} />
        <input
          type="range"
          aria-label={t('mde')}
          min={1}
          max={SLIDER_MOST}
          value={typedNumber(draft.mde) || 1}
          onChange={(event) => mde.onChange(event.currentTarget.value)}
        />
      </div>
      <div className={styles.pair}>
        <SelectField label={t('alpha')} options={ANALYSIS_ALPHAS.map(rate)} {...field('alpha')} />
        <SelectField label={t('power')} options={ANALYSIS_POWERS.map(rate)} {...field('power')} />
      </div>
    </>
  );
}
