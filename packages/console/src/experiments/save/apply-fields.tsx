import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { approversQuery } from '../../data/change-policy-queries.ts';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import { profileQuery } from '../../data/user-queries.ts';
import { MomentChoiceField } from '../../parts/apply/moment-choice-field.tsx';
import { usePeopleInWords } from '../../parts/people/use-people-in-words.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import styles from './apply-fields.module.css';
import type { ApplyForm, ApplyWay } from './apply-form.ts';

interface ApplyFieldsProps {
  readonly place: EnvironmentRef;
  readonly form: ApplyForm;
  /** Those that are possible. */
  readonly ways: readonly ApplyWay[];
  /** How many approvals the environment needs. */
  readonly approvals: number;
  readonly timeError: string | undefined;
  /** What the steps are. */
  readonly steps: ReactNode;
  readonly onChange: (form: ApplyForm) => void;
}

/** When and how the edits are applied. */
export function ApplyFields(props: ApplyFieldsProps) {
  const { place, form, ways, approvals, timeError, steps, onChange } = props;
  const t = useTranslations('apply');
  const name = useId();
  const whenApproved = useWhenApproved(place, approvals);
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
function useWhenApproved(place: EnvironmentRef, approvals: number): string {
  const t = useTranslations('apply');
  const inWords = usePeopleInWords();
  const { data: approvers } = useQuery({ ...approversQuery(place), enabled: approvals > 0 });
  const { data: reader } = useQuery({ ...profileQuery, enabled: approvals > 0 });
  const others = approvers?.filter(({ id }) => id !== reader?.id) ?? [];
  if (others.length === 0) return t('whenApprovedByAny');
  return t('whenApproved', { count: approvals, people: inWords(others) });
}
