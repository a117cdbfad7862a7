import { type RefCallback, useId, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { ShareRow } from './share-row.tsx';
import { SplitBar } from './split-bar.tsx';
import {
  evenShares,
  fixTotal,
  type Share,
  setPinned,
  slideShare,
  slideTwo,
  totalOfShares,
  typeShare,
  valuesOf,
  wholeShare,
} from './split-editor.ts';
import styles from './split-fields.module.css';
import { TwoShares } from './two-shares.tsx';

interface SplitFieldsProps {
  readonly shares: readonly Share[];
  /** The `ref` of the first number, which takes the focus when there is a problem. */
  readonly firstRef: RefCallback<HTMLElement>;
  readonly error: string | undefined;
  readonly onChange: (change: (shares: readonly Share[]) => readonly Share[]) => void;
  /** Replaces a split that gives everyone the same value by that value. */
  readonly onWhole: (value: string) => void;
}

/**
 * Edits how a split divides users: sliders keep the total at 100, numbers are taken as typed. A split of two
 * values has one slider.
 */
export function SplitFields(props: SplitFieldsProps) {
  const { shares, firstRef, error, onChange, onWhole } = props;
  const t = useTranslations('experiment.split');
  const errorId = useId();
  /**
   * The slider that is being dragged, and the shares from the start of the drag: the other shares are
   * computed from these.
   */
  const held = useRef<{ readonly value: string; readonly shares: readonly Share[] }>(undefined);
  const whole = wholeShare(shares);

  function slide(value: string, percentage: number) {
    if (held.current?.value !== value) held.current = { value, shares };
    const from = held.current.shares;
    onChange(() => slideShare(from, value, percentage));
  }

  const [first, second, ...others] = shares;
  const isOfTwo = first !== undefined && second !== undefined && others.length === 0;
  return (
    <div className={styles.split}>
      {isOfTwo ? (
        <TwoShares
          shares={[first, second]}
          firstRef={firstRef}
          errorId={error === undefined ? undefined : errorId}
          onSlide={(percentage) => onChange((current) => slideTwo(current, percentage))}
          onType={(value, percentage) =>
            onChange((current) => typeShare(current, value, percentage))
          }
        />
      ) : (
        <>
          <SplitBar shares={shares} />
          <div className={styles.rows}>
            {shares.map((share, index) => (
              <ShareRow
                key={share.value}
                {...(index === 0 && { numberRef: firstRef })}
                share={share}
                among={valuesOf(shares)}
                index={index}
                errorId={error === undefined ? undefined : errorId}
                onSlide={(percentage) => slide(share.value, percentage)}
                onLetGo={() => {
                  held.current = undefined;
                }}
                onType={(percentage) =>
                  onChange((current) => typeShare(current, share.value, percentage))
                }
                onPin={(isPinned) =>
                  onChange((current) => setPinned(current, share.value, isPinned))
                }
              />
            ))}
          </div>
        </>
      )}
      <div className={styles.foot}>
        <Total total={totalOfShares(shares)} />
        {totalOfShares(shares) !== 100 && (
          <Button size="compact-sm" variant="default" onClick={() => onChange(fixTotal)}>
            {t('fix')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange((current) => evenShares(current.map(({ value }) => value)))}
        >
          {t('even')}
        </Button>
      </div>
      {whole !== undefined && (
        <p className={styles.whole}>
          {t('whole', { value: whole })}{' '}
          <Button size="compact-sm" variant="default" onClick={() => onWhole(whole)}>
            {t('useExact')}
          </Button>
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function Total({ total }: { readonly total: number }) {
  const t = useTranslations('experiment.split');
  return (
    <p role="status" className={styles.total} data-off={total !== 100 || undefined}>
      {total === 100 && t('total', { total })}
      {total < 100 && t('missing', { total, left: difference(total) })}
      {total > 100 && t('excess', { total, over: difference(total) })}
    </p>
  );
}

/** Without the rounding errors of doubles: 99.9 is 0.1 short. */
function difference(total: number): number {
  return Math.round(Math.abs(100 - total) * 100) / 100;
}
