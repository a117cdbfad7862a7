import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: ReactNode;
  readonly isHeading?: boolean;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A section that opens when the user clicks its title. */
export function Fold({ title, isHeading = false, isOpen = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary>
        <IconChevronRight size={16} aria-hidden />
        {isHeading ? <h3>{title}</h3> : title}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
