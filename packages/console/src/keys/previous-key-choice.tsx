import { useTranslations } from 'use-intl/react';
import { Radio } from '../ui/controls/radio.ts';
import styles from './former-key.module.css';
import { useEndTime } from './key-times.ts';

/** The page offers now and a day; the API takes other hours, too. */
const KEPT_HOURS = 24;
const HOUR_MS = 60 * 60_000;

interface PreviousKeyChoiceProps {
  readonly keepHours: number;
  readonly onChange: (keepHours: number) => void;
  /** Whether a key before the previous one still works, which ends in any case. */
  readonly hasFormer: boolean;
}

/** What happens to the key that is replaced. */
export function PreviousKeyChoice({ keepHours, onChange, hasFormer }: PreviousKeyChoiceProps) {
  const t = useTranslations('key.former');
  const endTime = useEndTime();
  const time = endTime(new Date(Date.now() + KEPT_HOURS * HOUR_MS));
  return (
    <Radio.Group
      label={t('keep')}
      value={`${keepHours}`}
      onChange={(value) => onChange(Number(value))}
    >
      <div className={styles.choices}>
        <Radio value="0" label={t('now')} description={t('nowHint')} />
        <Radio value={`${KEPT_HOURS}`} label={t('day')} description={t('dayHint', { time })} />
      </div>
      {hasFormer && keepHours > 0 && <p className={styles.oldest}>{t('endsOldest')}</p>}
    </Radio.Group>
  );
}
