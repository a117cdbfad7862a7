import { useTranslations } from 'use-intl/react';
import styles from './metric-list-page.module.css';

/** Events of 14 days as small bars; screen readers hear their sum. */
export function DayBars({ days }: { readonly days: readonly number[] }) {
  const t = useTranslations('metric.list');
  const most = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  const said = t('perDaySummary', { total, last: days.at(-2) ?? 0 });
  return (
    <span role="img" aria-label={said} title={said} className={styles.bars}>
      {days.map((count, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the day.
        <span key={day} style={{ height: `${Math.max(8, (100 * count) / most)}%` }} />
      ))}
    </span>
  );
}
