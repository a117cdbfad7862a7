import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly label: string;
  /** Rendered only while it is open. */
  readonly children: ReactNode;
}

/** Further content, shown on demand. */
export function Disclosure({ label, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {label}
      </button>
      <div id={id}>{isOpen && children}</div>
    </>
  );
}
