import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { useWaitText } from './use-wait-text.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds between two steps that are offered. */
const WAITS = [
  10 * 60,
  HOUR,
  4 * HOUR,
  DAY,
  2 * DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
] as const;
export const USUAL_WAIT = DAY;

interface WaitFieldProps {
  readonly label: string;
  /** Seconds. */
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}

/** How long a step waits for the one before it. */
export function WaitField({ label, value, onChange }: WaitFieldProps) {
  const t = useTranslations('apply.inSteps');
  const waitText = useWaitText();
  const offered = [...new Set<number>([...WAITS, value])].sort((a, b) => a - b);
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      data={offered.map((one) => ({
        value: String(one),
        label: t('for', { wait: waitText(one) }),
      }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
