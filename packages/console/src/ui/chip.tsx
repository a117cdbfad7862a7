import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** What the x does, in words: "Remove BR". */
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** One of several chosen items; its x, or Backspace on it, removes it. */
export function Chip({ removeLabel, onRemove, children }: ChipProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    event.preventDefault();
    onRemove();
  }

  return (
    <span className={styles.chip}>
      <span className={styles.text}>{children}</span>
      <button
        type="button"
        className={styles.remove}
        data-chip
        aria-label={removeLabel}
        title={removeLabel}
        onClick={onRemove}
        onKeyDown={onKeyDown}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}
