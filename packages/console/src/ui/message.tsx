import type { ReactNode } from 'react';
import styles from './message.module.css';

/** A screen with one message and the next action. */
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
