import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { type Placement, placeBeside } from './place-beside.ts';

interface Popover {
  readonly element: RefObject<HTMLElement | null>;
  /** The button that the popover is placed beside. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly placement: Placement;
  /** Called on a press anywhere else. */
  readonly onClose: () => void;
}

/**
 * Shows an element above everything, including dialogs, without being clipped by a scrolling parent; it stays
 * beside its button.
 */
export function usePopover({ element, opener, placement, onClose }: Popover): void {
  useLayoutEffect(() => {
    if (element.current === null || opener.current === null) return;
    element.current.showPopover();
    placeBeside(element.current, opener.current, placement);
  }, [element, opener, placement]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const closeFromOutside = ({ target }: Event) => {
      const isInside = [element, opener].some(({ current }) => current?.contains(target as Node));
      if (!isInside) onClose();
    };
    const stayBeside = () => {
      if (element.current === null || opener.current === null) return;
      placeBeside(element.current, opener.current, placement);
    };
    document.addEventListener('pointerdown', closeFromOutside, { signal });
    document.addEventListener('scroll', stayBeside, { signal, capture: true });
    window.addEventListener('resize', stayBeside, { signal });
    return () => controller.abort();
  }, [element, opener, placement, onClose]);
}
