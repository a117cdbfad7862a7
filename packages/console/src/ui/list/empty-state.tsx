import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly text: string;
  /** A link to the page of the help that says more. */
  readonly help: ReactNode;
  readonly children?: ReactNode;
}

/** In place of a list without rows: what such things are for, how to get the first one, where to read on. */
export function EmptyState({ text, help, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
      <p>{help}</p>
    </div>
  );
}
