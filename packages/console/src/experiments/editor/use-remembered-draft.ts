import { useEffect, useState } from 'react';
import type { StoredEdits } from '../../ui/forms/form-machine.ts';
import type { ExperimentForm } from './experiment-form.ts';
import { removeDraft, writeDraft } from './stored-draft.ts';

/** The delay between the last edit and the write to storage. */
const REMEMBER_AFTER_MS = 300;

/**
 * Stores unsaved edits in the browser, and removes them when there are none. Returns the function to call
 * when the user discards the edits.
 */
export function useRememberedDraft(
  key: string,
  edits: StoredEdits<ExperimentForm> | undefined,
): () => void {
  const [memory] = useState(() => createMemory(key));
  const { draft: form, saved, version, conflict } = edits ?? {};

  useEffect(() => {
    const remember = () => {
      if (form === undefined || saved === undefined) memory.forget();
      else memory.write({ form, saved, version, conflict });
    };
    const timer = setTimeout(remember, REMEMBER_AFTER_MS);
    window.addEventListener('pagehide', remember);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', remember);
    };
  }, [memory, form, saved, version, conflict]);

  return memory.giveUp;
}

function createMemory(key: string) {
  let isGivenUp = false;
  return {
    write(draft: Parameters<typeof writeDraft>[1]) {
      if (!isGivenUp) writeDraft(key, draft);
    },
    forget: () => removeDraft(key),
    giveUp() {
      isGivenUp = true;
      removeDraft(key);
    },
  };
}
