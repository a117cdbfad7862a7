import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../icon-button.tsx';
import { useLatest } from '../use-latest.ts';
import styles from './drawer.module.css';
import { isModalOpen } from './use-modal.ts';

interface DrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel beside the page, which stays usable: over its margin if there is one, else over the page. Esc
 * closes it and restores the focus.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const t = useTranslations('common');
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // If the user has moved the focus elsewhere on the page, it stays there.
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const latest = useLatest(onClose);
  useEffect(() => {
    function close(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && !isModalOpen()) latest.current();
    }
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [latest]);

  return (
    <aside aria-labelledby={titleId} className={styles.drawer}>
      <div className={styles.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton size="large" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={17} />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}
