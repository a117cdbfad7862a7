import styles from './mini-split.module.css';

interface MiniSplitProps {
  readonly values: readonly string[];
  readonly defaultValue: string;
  readonly shares: Readonly<Record<string, number>>;
}

/** A split as a thin bar. It is hidden from screen readers: the words beside it say the same. */
export function MiniSplit({ values, defaultValue, shares }: MiniSplitProps) {
  const others = values.filter((value) => value !== defaultValue);
  const parts = [...others, defaultValue].filter((value) => (shares[value] ?? 0) > 0);
  if (parts.length < 2) return null;
  const colors = parts.map((value, index) => {
    const color =
      value === defaultValue
        ? 'var(--border-control)'
        : `var(--split-${(others.indexOf(value) % 8) + 1})`;
    const end = parts.slice(0, index + 1).reduce((sum, one) => sum + (shares[one] ?? 0), 0);
    return `${color} 0 ${end}%`;
  });
  // One element with all parts: a list may show hundreds of bars.
  const background = `linear-gradient(to right, ${colors.join(', ')})`;
  return <span aria-hidden className={styles.bar} style={{ background }} />;
}
