import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** In place of a list without rows: what such things are for, and how to get the first one. */
export function EmptyState({
  text,
  children,
}: {
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}
