import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusFirst } from './focus-first.ts';

let open = 0;

/** Whether a modal dialog is open, which disables the shortcuts of the page. */
export function isModalOpen(): boolean {
  return open > 0;
}

/**
 * Opens the browser's own modal dialog while the element is rendered. The browser restores the focus; if the
 * opener was removed in the meantime, its row gets the focus, or the heading.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    const row = opener?.closest('[data-key]');
    dialog?.showModal();
    open += 1;
    return () => {
      dialog?.close();
      open -= 1;
      if (opener?.isConnected === false) focusFirst(row?.isConnected ? row : undefined);
    };
  }, []);
  return element;
}
