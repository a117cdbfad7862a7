import styles from './swatch.module.css';

/** The number of colours and patterns; after these they repeat. */
const STEPS = 8;

/** The colour and the pattern of the nth value of a split. */
export function stepOf(index: number): number {
  return (index % STEPS) + 1;
}

/** Shows which part of a bar belongs to a value, by colour and by pattern. */
export function Swatch({ index }: { readonly index: number }) {
  return <span aria-hidden className={styles.swatch} data-step={stepOf(index)} />;
}
