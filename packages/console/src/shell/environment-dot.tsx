import styles from './environment-dot.module.css';
import { isProduction } from './environments.ts';

/** Filled for production; beside the environment's name, never instead of it. */
export function EnvironmentDot({ name }: { readonly name: string }) {
  return (
    <span aria-hidden className={styles.dot} data-production={isProduction(name) || undefined} />
  );
}
