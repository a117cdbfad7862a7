import { shownValue } from '@comporta/messages/shown-value';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type RefCallback, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { SHARE_MAX, type Share } from './split-editor.ts';
import styles from './split-fields.module.css';
import { Swatch } from './swatch.tsx';

/** Of Page Up and Page Down; browsers differ about theirs. */
const BIG_STEP = 10;

interface ShareRowProps {
  readonly share: Share;
  readonly index: number;
  readonly numberRef?: RefCallback<HTMLElement>;
  /** Names the message about the whole split, when there is one. */
  readonly errorId: string | undefined;
  readonly onSlide: (percentage: number) => void;
  /** The slider was let go: the next move is another one. */
  readonly onLetGo: () => void;
  readonly onType: (percentage: number) => void;
  readonly onPin: (isPinned: boolean) => void;
}

/** The part of one value: a slider, a number, and whether it is pinned. */
export function ShareRow(props: ShareRowProps) {
  const { share, index, errorId, onSlide, onLetGo } = props;
  const { value, percentage, isPinned } = share;
  const t = useTranslations('experiment.split');
  const label = t('percentageOf', { value: shownValue(value) });
  const PinIcon = isPinned ? IconPinFilled : IconPin;

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'PageUp' ? BIG_STEP : event.key === 'PageDown' ? -BIG_STEP : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onSlide(Math.min(Math.max(Math.round(percentage) + by, 0), SHARE_MAX));
  }

  return (
    <div className={styles.row}>
      <span className={styles.value}>
        <Swatch index={index} />
        <span>{shownValue(value)}</span>
      </span>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={t('valueText', { value: shownValue(value), percent: percentage })}
        min={0}
        max={SHARE_MAX}
        value={Math.round(percentage)}
        style={{
          backgroundSize: `${(Math.min(percentage, SHARE_MAX) / SHARE_MAX) * 100}% 6px, 100% 6px`,
        }}
        onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
        onPointerDown={onLetGo}
        onBlur={onLetGo}
      />
      <PercentageField
        label={label}
        percentage={percentage}
        errorId={errorId}
        {...(props.numberRef && { numberRef: props.numberRef })}
        onType={props.onType}
      />
      <button
        type="button"
        className={styles.pin}
        aria-pressed={isPinned}
        aria-label={t('pin', { value: shownValue(value) })}
        title={t('pin', { value: shownValue(value) })}
        onClick={() => props.onPin(!isPinned)}
      >
        <PinIcon size={16} />
      </button>
    </div>
  );
}

interface PercentageFieldProps {
  readonly numberRef?: RefCallback<HTMLElement>;
  readonly label: string;
  readonly percentage: number;
  readonly errorId: string | undefined;
  readonly onType: (percentage: number) => void;
}

/** Shows what is typed while it is typed, and what was made of it afterwards. */
function PercentageField(props: PercentageFieldProps) {
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
