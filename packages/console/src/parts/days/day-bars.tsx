import styles from './day-bars.module.css';

interface DayBarsProps {
  readonly days: readonly number[];
  /** What screen readers hear instead. */
  readonly label: string;
  readonly isWide?: boolean;
}

/** Counts of some days as bars. */
export function DayBars({ days, label, isWide }: DayBarsProps) {
  const most = Math.max(1, ...days);
  const least = (count: number) => (isWide && count === 0 ? 1 : 8);
  const heightOf = (count: number) => `${Math.max(least(count), (100 * count) / most)}%`;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={styles.bars}
      data-wide={isWide || undefined}
    >
      {days.map((count, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the day.
        <span key={day} style={{ height: heightOf(count) }} />
      ))}
    </span>
  );
}
