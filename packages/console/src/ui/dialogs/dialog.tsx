import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** By Esc; the dialog is gone when its owner no longer renders it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. The element with `data-autofocus` takes the focus. */
  readonly footer: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, makes the page inert and gives the focus back. */
export function Dialog({ title, role = 'dialog', onClose, children, footer }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={textId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div id={textId} className={styles.content}>
        {children}
      </div>
      <div className={styles.footer}>{footer}</div>
    </dialog>
  );
}
