import { isProduction } from '@comporta/contract/applications/production';
import styles from './environment-dot.module.css';

interface EnvironmentDotProps {
  readonly environment: Parameters<typeof isProduction>[0];
}

/** Filled for production. It stands beside the environment's name, never in place of it. */
export function EnvironmentDot({ environment }: EnvironmentDotProps) {
  return (
    <span
      aria-hidden
      className={styles.dot}
      data-production={isProduction(environment) || undefined}
    />
  );
}
