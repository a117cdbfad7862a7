import { shownValue } from '@comporta/messages/shown-value';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { PercentageField, stepByPage } from './percentage-field.tsx';
import { SHARE_MAX, type Share } from './split-editor.ts';
import styles from './split-fields.module.css';
import { Swatch } from './swatch.tsx';

interface ShareRowProps {
  readonly share: Share;
  /** All values of the split. */
  readonly among: readonly string[];
  readonly index: number;
  readonly numberRef?: RefCallback<HTMLElement>;
  /** The id of the message about the whole split, if there is one. */
  readonly errorId: string | undefined;
  readonly onSlide: (percentage: number) => void;
  /** Called when the user releases the slider: the next move is a new one. */
  readonly onLetGo: () => void;
  readonly onType: (percentage: number) => void;
  readonly onPin: (isPinned: boolean) => void;
}

/** The share of one value: a slider, a number, and the pin. */
export function ShareRow(props: ShareRowProps) {
  const { share, among, index, errorId, onSlide, onLetGo } = props;
  const { value, percentage, isPinned } = share;
  const t = useTranslations('experiment.split');
  const shown = shownValue(value, among);
  const label = t('percentageOf', { value: shown });
  const PinIcon = isPinned ? IconPinFilled : IconPin;

  return (
    <div className={styles.row}>
      <span className={styles.value}>
        <Swatch index={index} />
        <span>{shown}</span>
      </span>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={t('valueText', { value: shown, percent: percentage })}
        min={0}
        max={SHARE_MAX}
        value={Math.round(percentage)}
        style={{
          backgroundSize: `${(Math.min(percentage, SHARE_MAX) / SHARE_MAX) * 100}% 6px, 100% 6px`,
        }}
        onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => stepByPage(event, percentage, onSlide)}
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
        aria-label={t('pin', { value: shown })}
        title={t('pin', { value: shown })}
        onClick={() => props.onPin(!isPinned)}
      >
        <PinIcon size={16} />
      </button>
    </div>
  );
}
