import { isProduction } from '../../base/environments.ts';
import styles from './environment-dot.module.css';

/** Filled for production; beside the environment's name, never instead of it. */
export function EnvironmentDot({ name }: { readonly name: string }) {
  return (
    <span aria-hidden className={styles.dot} data-production={isProduction(name) || undefined} />
  );
}
