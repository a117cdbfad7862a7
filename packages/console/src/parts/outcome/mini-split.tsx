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
  return (
    <span aria-hidden className={styles.bar}>
      {parts.map((value) => (
        <span
          key={value}
          style={{
            width: `${shares[value]}%`,
            background:
              value === defaultValue
                ? 'var(--border-control)'
                : `var(--split-${(others.indexOf(value) % 8) + 1})`,
          }}
        />
      ))}
    </span>
  );
}
