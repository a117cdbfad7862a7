import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from 'react';

/** The distance from the edge of the screen at which a drag scrolls the page, and the step per frame. */
const EDGE_PX = 72;
const SCROLL_PX = 14;

export interface Drop {
  readonly key: string;
  /** The gap where the rule would be dropped: 0 is above the first rule. */
  readonly gap: number;
}

/**
 * Drags the items of a list by a handle: the item follows the pointer, a line shows where it would be
 * dropped, and only releasing it moves it. Users who cannot drag have buttons for the same.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (key: string, gap: number) => void,
) {
  const [drop, setDrop] = useState<Drop>();

  function grab(event: ReactPointerEvent, key: string): void {
    const item = document.getElementById(key);
    if (event.button !== 0 || item === null) return;
    event.preventDefault();
    const startY = event.pageY;
    let current: Drop | undefined;
    let pointerY = event.clientY;
    let frame = requestAnimationFrame(follow);
    const controller = new AbortController();
    const { signal } = controller;

    function follow() {
      if (pointerY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
      if (pointerY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
      const gap = gapAt(list.current, pointerY);
      if (gap !== current?.gap) {
        current = { key, gap };
        setDrop(current);
      }
      if (item !== null) item.style.translate = `0 ${pointerY + window.scrollY - startY}px`;
      frame = requestAnimationFrame(follow);
    }

    function end(isDropped: boolean) {
      cancelAnimationFrame(frame);
      controller.abort();
      // Computed from the pointer: the last drawn position lags one frame behind it, and several on a busy
      // machine.
      const gap = gapAt(list.current, pointerY);
      if (item !== null) item.style.translate = '';
      setDrop(undefined);
      if (isDropped) onDrop(key, gap);
    }

    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        pointerY = clientY;
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      ({ clientY }) => {
        pointerY = clientY;
        end(true);
      },
      { signal },
    );
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      ({ key: pressed }) => {
        if (pressed === 'Escape') end(false);
      },
      { signal },
    );
  }

  return { drop, grab };
}

/**
 * Counts the items whose middle is above the pointer. The last item is the catch-all: nothing can be dropped
 * below it.
 */
function gapAt(list: HTMLElement | null, y: number): number {
  const items = [...(list?.children ?? [])].slice(0, -1);
  return items.filter((item) => {
    const { top, height } = placeOf(item);
    return top + height / 2 < y;
  }).length;
}

/** The position of an item without the offset of the drag. */
function placeOf(item: Element): { readonly top: number; readonly height: number } {
  const { top, height } = item.getBoundingClientRect();
  const [, moved = '0'] = item instanceof HTMLElement ? item.style.translate.split(' ') : [];
  return { top: top - Number.parseFloat(moved), height };
}
