import type { ReactNode } from 'react';
import styles from './badge.module.css';
import tones from './tones.module.css';

interface BadgeProps {
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** A full dot for what is on, a ring for what is not, bars for what is held. */
  readonly sign?: 'dot' | 'ring' | 'bars';
  readonly children: ReactNode;
}

/** How something is, in a word. */
export function Badge({ tone = 'neutral', sign, children }: BadgeProps) {
  return (
    <span className={`${tones.toned} ${styles.badge}`} data-tone={tone}>
      {sign !== undefined && <span aria-hidden className={styles.sign} data-sign={sign} />}
      {children}
    </span>
  );
}
