import { type RefObject, useLayoutEffect, useRef } from 'react';

let open = 0;

/** Whether a modal dialog is in front of the page, whose shortcuts then rest. */
export function isModalOpen(): boolean {
  return open > 0;
}

/** Opens the browser's own modal dialog for as long as the element is rendered. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    open += 1;
    return () => {
      dialog?.close();
      open -= 1;
    };
  }, []);
  return element;
}
