import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { useApprovers } from '../people/use-approvers.ts';
import { usePeopleInWords } from '../people/use-people-in-words.ts';
import styles from './apply-fields.module.css';
import type { ApplyForm, ApplyWay } from './apply-form.ts';
import { MomentChoiceField } from './moment-choice-field.tsx';

interface ApplyFieldsProps {
  readonly appId: string;
  readonly form: ApplyForm;
  /** Those that are possible. */
  readonly ways: readonly ApplyWay[];
  /** How many approvals are needed. */
  readonly approvals: number;
  /** The ids of the environments that need them. */
  readonly askingIds: readonly string[];
  readonly timeError: string | undefined;
  /** What the steps are, of edits that may be applied in steps. */
  readonly steps?: ReactNode;
  readonly onChange: (form: ApplyForm) => void;
}

/** When and how the edits are applied. */
export function ApplyFields(props: ApplyFieldsProps) {
  const { appId, form, ways, approvals, askingIds, timeError, steps, onChange } = props;
  const t = useTranslations('apply');
  const name = useId();
  const whenApproved = useWhenApproved(appId, { approvals, askingIds });
  const labels = {
    NOW: t('now'),
    APPROVED: whenApproved,
    AT: t('at'),
    STEPS: t('inSteps.label'),
  } as const;
  return (
    <fieldset className={styles.ways}>
      <legend>{t('label')}</legend>
      {ways.map((way) => (
        <div key={way}>
          <label className={styles.way}>
            <input
              type="radio"
              name={name}
              value={way}
              checked={form.way === way}
              data-autofocus={form.way === way || undefined}
              onChange={() => onChange({ ...form, way })}
            />
            {labels[way]}
          </label>
          {form.way === way && way === 'APPROVED' && (
            <Checkbox
              className={styles.more}
              label={t('atOnce')}
              checked={form.isAtOnce}
              onChange={({ currentTarget }) =>
                onChange({ ...form, isAtOnce: currentTarget.checked })
              }
            />
          )}
          {form.way === way && way === 'AT' && (
            <div className={styles.more}>
              <MomentChoiceField
                label={t('time')}
                value={form.at}
                error={timeError}
                onChange={(at) => onChange({ ...form, at })}
              />
            </div>
          )}
          {form.way === way && way === 'STEPS' && steps}
        </div>
      ))}
    </fieldset>
  );
}

/** "When approved (1 of Rui, Eva)". */
function useWhenApproved(
  appId: string,
  { approvals, askingIds }: Pick<ApplyFieldsProps, 'approvals' | 'askingIds'>,
): string {
  const t = useTranslations('apply');
  const inWords = usePeopleInWords();
  const others = useApprovers(appId, askingIds) ?? [];
  if (others.length === 0) return t('whenApprovedByAny');
  return t('whenApproved', { count: approvals, people: inWords(others) });
}
