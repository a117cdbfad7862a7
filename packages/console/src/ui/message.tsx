import type { ReactNode } from 'react';
import styles from './message.module.css';

/** A screen that says one thing, and offers what to do next. */
export function Message({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.message}>
      <h1 tabIndex={-1}>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
