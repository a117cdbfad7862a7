import { useEffect } from 'react';
import { isModalOpen } from './dialogs/use-modal.ts';
import { type Shortcut, useListed } from './shortcuts.ts';
import { useLatest } from './use-latest.ts';

let singleKeys = true;

/** Users of speech input trigger single keys by accident, so these can be turned off (WCAG 2.1.4). */
export function allowSingleKeys(isAllowed: boolean): void {
  singleKeys = isAllowed;
}

/**
 * Handles a single key, or two in a row ("g d"), unless the user is typing or a dialog is open. With
 * undefined it handles none.
 */
export function useShortcut(keys: Shortcut | undefined, action: () => void): void {
  const latest = useLatest(action);
  useListed(keys);
  useEffect(() => {
    if (keys === undefined) return;
    const wanted = keys.split(' ');
    let pressed: string[] = [];
    let lastAt = 0;
    function onKey(event: KeyboardEvent) {
      if (!singleKeys || isTaken(event)) return;
      if (event.timeStamp - lastAt > 1000) pressed = [];
      lastAt = event.timeStamp;
      pressed = [...pressed, event.key].slice(-wanted.length);
      if (pressed.join(' ') !== keys) return;
      event.preventDefault();
      pressed = [];
      latest.current();
    }
    // Events reach the document before the window: "g t" comes before "t", whichever was mounted first.
    const place: GlobalEventHandlers = wanted.length > 1 ? document : window;
    place.addEventListener('keydown', onKey);
    return () => place.removeEventListener('keydown', onKey);
  }, [keys, latest]);
}

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isTyping ||
    isModalOpen()
  );
}
