import type { ReactNode } from 'react';
import styles from './marked-list.module.css';

const MARKS = { added: '+', removed: '−', changed: '~', moved: '↕' } as const;

interface MarkedListProps {
  readonly lines: readonly {
    readonly key: string;
    readonly kind: keyof typeof MARKS;
    readonly text: ReactNode;
  }[];
  /** Shown in place of an empty list. */
  readonly empty: string;
}

/** A list of differences; a mark tells the kind of each. */
export function MarkedList({ lines, empty }: MarkedListProps) {
  if (lines.length === 0) return <p>{empty}</p>;
  return (
    <ul className={styles.lines}>
      {lines.map(({ key, kind, text }) => (
        <li key={key} data-kind={kind}>
          <span aria-hidden className={styles.mark}>
            {MARKS[kind]}
          </span>
          <div className={styles.text}>{text}</div>
        </li>
      ))}
    </ul>
  );
}
