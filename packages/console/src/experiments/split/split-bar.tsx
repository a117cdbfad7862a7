import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import styles from './split-bar.module.css';
import { type Share, totalOfShares, valuesOf } from './split-editor.ts';
import swatch from './swatch.module.css';
import { stepOf } from './swatch.tsx';

/** The split as a bar; the part that is not assigned is hatched. */
export function SplitBar({ shares }: { readonly shares: readonly Share[] }) {
  const t = useTranslations();
  const words = shares
    .map(({ value, percentage: share }) =>
      [shownValue(value, valuesOf(shares)), t('toggle.outcome.percent', { share })].join(' '),
    )
    .join(', ');
  const gap = 100 - totalOfShares(shares);
  return (
    <div
      role="img"
      aria-label={t('experiment.split.bar', { shares: words })}
      className={styles.bar}
    >
      {shares.map(({ value, percentage }, index) => (
        <span
          key={value}
          className={swatch.part}
          data-step={stepOf(index)}
          style={{ flexGrow: percentage }}
        />
      ))}
      {gap > 0 && <span className={styles.gap} style={{ flexGrow: gap }} />}
    </div>
  );
}
