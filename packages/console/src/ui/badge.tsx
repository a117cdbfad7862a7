import type { ReactNode } from 'react';
import styles from './badge.module.css';
import tones from './tones.module.css';

interface BadgeProps {
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** A full dot for on, a ring for off, bars for paused. */
  readonly sign?: 'dot' | 'ring' | 'bars';
  readonly children: ReactNode;
}

/** A state in a word. */
export function Badge({ tone = 'neutral', sign, children }: BadgeProps) {
  return (
    <span className={`${tones.toned} ${styles.badge}`} data-tone={tone}>
      {sign !== undefined && <span aria-hidden className={styles.sign} data-sign={sign} />}
      {children}
    </span>
  );
}
