import { useEffect, useState } from 'react';
import type { StoredEdits } from '../../ui/forms/form-machine.ts';
import type { ExperimentForm } from './experiment-form.ts';
import { removeDraft, writeDraft } from './stored-draft.ts';

/** How long after the last edit the browser is asked to remember it. */
const REMEMBER_AFTER_MS = 300;

/**
 * Has the browser keep what is edited, and forget it when nothing is. Answers what to call when the
 * user gives the edits up.
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
