import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { focusFirst } from './dialogs/focus-first.ts';
import { useListed } from './shortcuts.ts';
import { dismiss, dismissAll, useToasts } from './toast-store.ts';
import styles from './toasts.module.css';

const SHOWN_MS = 8000;

/** The region for toasts. F6 moves the focus there; while the pointer or the focus is in one, all of them stay. */
export function Toasts() {
  const t = useTranslations('common');
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const [isHeld, setHeld] = useState(false);
  const oldest = toasts[0]?.number;

  useEffect(() => {
    if (isHeld || oldest === undefined) return;
    const timer = setTimeout(() => dismiss(oldest), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, oldest]);

  // The next user must not see the toasts of another, nor use their undo.
  useEffect(() => dismissAll, []);

  useListed('F6');
  useEffect(() => {
    function visit(event: KeyboardEvent) {
      const button = region.current?.querySelector('button');
      if (event.key !== 'F6' || !button) return;
      event.preventDefault();
      button.focus();
    }
    window.addEventListener('keydown', visit);
    return () => window.removeEventListener('keydown', visit);
  }, []);

  /** Returns the focus to where it came from, if it would be lost with the toast. */
  function close(number: number) {
    const isInside = region.current?.contains(document.activeElement);
    dismiss(number);
    if (!isInside) return;
    const { current } = cameFrom;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else focusFirst(undefined);
  }

  return (
    <section
      ref={region}
      aria-label={t('notifications')}
      className={styles.toasts}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      <div role="status">
        {toasts.map(({ number, text, link, undo }) => (
          <div key={number} className={styles.toast}>
            <span>{text}</span>
            {link !== undefined && (
              <Link to={link.to} onClick={() => close(number)}>
                {link.text}
              </Link>
            )}
            {undo !== undefined && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  close(number);
                  undo();
                }}
              >
                {t('undo')}
              </Button>
            )}
            <CloseButton aria-label={t('close')} onClick={() => close(number)} />
          </div>
        ))}
      </div>
    </section>
  );
}
