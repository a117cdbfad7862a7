import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly text: string;
  /** A link to the help page with more information. */
  readonly help: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Shown in place of an empty list: the purpose of such things, how to create the first one, and a link to the
 * help.
 */
export function EmptyState({ text, help, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
      <p>{help}</p>
    </div>
  );
}
