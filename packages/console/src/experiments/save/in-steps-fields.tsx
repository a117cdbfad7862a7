import { RAMP_STEPS } from '@comporta/contract/change-requests/ramp-steps';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { USUAL_WAIT, WaitField } from '../../parts/apply/wait-field.tsx';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { type InSteps, movesInSteps, type StepMove } from './in-steps.ts';
import styles from './in-steps-fields.module.css';

interface InStepsFieldsProps {
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  /** Of the toggle. */
  readonly values: readonly string[];
  readonly steps: InSteps;
  readonly error: string | undefined;
  readonly onChange: (steps: InSteps) => void;
}

/** Which value of which rule grows, and by how much after each time. */
export function InStepsFields({ saved, form, values, steps, error, onChange }: InStepsFieldsProps) {
  const t = useTranslations('apply.inSteps');
  const { shares } = steps;
  const change = (place: number, share: Partial<InSteps['shares'][number]>) =>
    onChange({
      ...steps,
      shares: shares.map((one, index) => (index === place ? { ...one, ...share } : one)),
    });
  const rules = form.rules.flatMap(({ id, key, name }, index) =>
    id === undefined
      ? []
      : [{ value: key, label: t('rule', { number: String(index + 1), name: name ?? '' }) }],
  );
  const moves = movesInSteps(saved, { steps, values });
  const valueNames = values.map((value) => ({ value, label: value }));

  return (
    <div className={styles.fields}>
      <div className={styles.row}>
        <NativeSelect
          label={t('whichRule')}
          data={rules}
          value={steps.rule}
          onChange={({ currentTarget }) => onChange({ ...steps, rule: currentTarget.value })}
        />
        <NativeSelect
          label={t('value')}
          data={valueNames}
          value={steps.value}
          onChange={({ currentTarget }) => onChange({ ...steps, value: currentTarget.value })}
        />
        <NativeSelect
          label={t('from')}
          data={valueNames}
          value={steps.from}
          onChange={({ currentTarget }) => onChange({ ...steps, from: currentTarget.value })}
        />
      </div>
      <ol className={styles.steps}>
        {shares.map(({ percent, wait }, index) => {
          const step = String(index + 1);
          const isLast = index === shares.length - 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place.
            <li key={index}>
              <div className={styles.row}>
                <TextInput
                  className={styles.percent}
                  label={t('percent', { step })}
                  inputMode="decimal"
                  value={percent}
                  onChange={({ currentTarget }) => change(index, { percent: currentTarget.value })}
                />
                {!isLast && (
                  <WaitField
                    label={t('wait', { step })}
                    value={wait}
                    onChange={(next) => change(index, { wait: next })}
                  />
                )}
                {shares.length > RAMP_STEPS.min && (
                  <IconButton
                    size="large"
                    aria-label={t('remove', { step })}
                    title={t('remove', { step })}
                    onClick={() =>
                      onChange({ ...steps, shares: shares.filter((_, place) => place !== index) })
                    }
                  >
                    <IconX size={16} />
                  </IconButton>
                )}
              </div>
              {moves?.[index]?.map((move) => (
                <StepMoved key={`${move.from} ${move.to}`} move={move} />
              ))}
            </li>
          );
        })}
      </ol>
      {shares.length < RAMP_STEPS.max && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            onChange({ ...steps, shares: [...shares, { percent: '', wait: USUAL_WAIT }] })
          }
        >
          {t('add')}
        </Button>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Whom a step moves. Whoever moves between two other values does so only because the salt stays. */
function StepMoved({ move: { isWanted, ...move } }: { readonly move: StepMove }) {
  const t = useTranslations('apply.inSteps');
  return (
    <p className={isWanted ? styles.moved : styles.movedBeside}>
      {t(isWanted ? 'moves' : 'othersMove', move)}
    </p>
  );
}
