import { shownValue } from '@comporta/messages/shown-value';
import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { PercentageField, stepByPage } from './percentage-field.tsx';
import { SHARE_MAX, type Share, valuesOf } from './split-editor.ts';
import swatch from './swatch.module.css';
import { Swatch, stepOf } from './swatch.tsx';
import styles from './two-shares.module.css';

interface TwoSharesProps {
  readonly shares: readonly [Share, Share];
  readonly firstRef: RefCallback<HTMLElement>;
  /** The id of the message about the whole split, if there is one. */
  readonly errorId: string | undefined;
  /** Called with the percentage of the first value; the second value gets the rest. */
  readonly onSlide: (percentage: number) => void;
  readonly onType: (value: string, percentage: number) => void;
}

/** A split of two values: one bar to drag, and a number for each value. */
export function TwoShares({ shares, firstRef, errorId, onSlide, onType }: TwoSharesProps) {
  const t = useTranslations('experiment.split');
  const [first] = shares;
  const { value, percentage } = first;
  const shown = (one: string) => shownValue(one, valuesOf(shares));
  // The position where the browser draws the middle of the handle.
  const reach = Math.min(percentage, SHARE_MAX) / SHARE_MAX;
  return (
    <div className={styles.split}>
      {shares.map((share, index) => (
        <span key={share.value} className={styles.share} data-index={index}>
          <Swatch index={index} />
          <span className={styles.value}>{shown(share.value)}</span>
          <PercentageField
            label={t('percentageOf', { value: shown(share.value) })}
            percentage={share.percentage}
            errorId={errorId}
            {...(index === 0 && { numberRef: firstRef })}
            onType={(typed) => onType(share.value, typed)}
          />
        </span>
      ))}
      <span
        className={styles.bar}
        style={{ '--reach': `calc(10px + (100% - 20px) * ${reach})` } as Record<string, string>}
      >
        {shares.map((share, index) => (
          <span key={share.value} aria-hidden className={swatch.part} data-step={stepOf(index)} />
        ))}
        <input
          type="range"
          className={styles.handle}
          aria-label={t('percentageOf', { value: shown(value) })}
          aria-valuetext={t('valueText', { value: shown(value), percent: percentage })}
          min={0}
          max={SHARE_MAX}
          value={Math.round(percentage)}
          onChange={(event) => onSlide(event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => stepByPage(event, percentage, onSlide)}
        />
      </span>
    </div>
  );
}
