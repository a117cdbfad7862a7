import styles from './results-page.module.css';

interface LegendProps {
  readonly values: readonly { readonly value: string; readonly step: number }[];
}

/** Tells which colour belongs to which value. */
export function Legend({ values }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {values.map(({ value, step }) => (
        <li key={value}>
          <span aria-hidden style={{ background: `var(--split-${step})` }} />
          <code>{value}</code>
        </li>
      ))}
    </ul>
  );
}
