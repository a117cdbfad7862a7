import { type KeyboardEvent, type RefCallback, useState } from 'react';
import { SHARE_MAX } from './split-editor.ts';
import styles from './split-fields.module.css';

/** The step of Page Up and Page Down, because browsers differ in their own. */
const BIG_STEP = 10;

/** Moves a slider by the keys Page Up and Page Down. */
export function stepByPage(
  event: KeyboardEvent,
  percentage: number,
  onSlide: (percentage: number) => void,
): void {
  const by = event.key === 'PageUp' ? BIG_STEP : event.key === 'PageDown' ? -BIG_STEP : undefined;
  if (by === undefined) return;
  event.preventDefault();
  onSlide(Math.min(Math.max(Math.round(percentage) + by, 0), SHARE_MAX));
}

interface PercentageFieldProps {
  readonly numberRef?: RefCallback<HTMLElement>;
  readonly label: string;
  readonly percentage: number;
  readonly errorId: string | undefined;
  readonly onType: (percentage: number) => void;
}

/** Shows the typed text during typing, and the resulting percentage afterwards. */
export function PercentageField(props: PercentageFieldProps) {
  const { numberRef, label, percentage, errorId, onType } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <span className={styles.number}>
      <input
        ref={numberRef}
        type="number"
        aria-label={label}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        min={0}
        max={SHARE_MAX}
        step="any"
        value={typed ?? String(percentage)}
        onChange={(event) => {
          const { value, valueAsNumber } = event.currentTarget;
          setTyped(value);
          onType(Number.isNaN(valueAsNumber) ? 0 : valueAsNumber);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden>%</span>
    </span>
  );
}
