import type { ReactNode } from 'react';
import { MiniSplit } from './mini-split.tsx';
import styles from './outcome-view.module.css';
import {
  type ShownExperiment,
  type ShownToggle,
  sharesOf,
  useOutcomeWords,
} from './outcome-words.ts';

interface OutcomeViewProps {
  readonly toggle: ShownToggle;
  readonly experiment: ShownExperiment;
}

/** What users of an environment get, as every screen shows it: what decides first, as text, then the value as a chip. */
export function OutcomeView({ toggle, experiment }: OutcomeViewProps) {
  const { parts } = useOutcomeWords();
  const { before, value, share, more } = parts(toggle, experiment);
  const chip =
    share === undefined ? (
      <ValueChip value={value} />
    ) : (
      <ValueChip value={value}>
        {' '}
        {share}
        <MiniSplit
          values={toggle.values}
          defaultValue={toggle.defaultValue}
          shares={sharesOf(experiment.outcome)}
        />
      </ValueChip>
    );
  // As few elements as possible: a list may show hundreds of outcomes.
  if (before === undefined && more === undefined) return chip;
  return (
    <>
      {before !== undefined && `${before} `}
      <span className={styles.result}>
        {before !== undefined && '→ '}
        {chip}
        {more !== undefined && ` ${more}`}
      </span>
    </>
  );
}

interface ValueChipProps {
  readonly value: string;
  /** Its share, if not everyone gets it. */
  readonly children?: ReactNode;
}

/** A value that users get, in its own words and direction. */
export function ValueChip({ value, children }: ValueChipProps) {
  if (children === undefined)
    return <bdi className={`${styles.chip} ${styles.value}`}>{value}</bdi>;
  return (
    <span className={styles.chip}>
      <bdi className={styles.value}>{value}</bdi>
      {children}
    </span>
  );
}
