import { useEffect } from 'react';
import { isModalOpen } from './dialogs/use-modal.ts';
import { useListed } from './shortcuts.ts';
import { useLatest } from './use-latest.ts';

/** Handles Ctrl or ⌘ with a letter in place of the browser; does nothing while a dialog is open. */
export function useCommandKey(letter: 'k' | 's', action: () => void): void {
  const latest = useLatest(action);
  useListed(`Ctrl ${letter}`);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      if (!isModalOpen()) latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letter, latest]);
}
