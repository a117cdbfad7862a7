import { useEffect } from 'react';
import type { StoredEdits } from '../../ui/forms/form-machine.ts';
import type { ExperimentForm } from './experiment-form.ts';
import { removeDraft, writeDraft } from './stored-draft.ts';

/**
 * Stores every unsaved edit in the browser at once, and removes the draft when there are none: the end of a
 * session removes the screen without a question.
 */
export function useRememberedDraft(
  key: string,
  edits: StoredEdits<ExperimentForm> | undefined,
): void {
  const { draft: form, saved, version, conflict } = edits ?? {};
  useEffect(() => {
    if (form === undefined || saved === undefined) removeDraft(key);
    else writeDraft(key, { form, saved, version, conflict });
  }, [key, form, saved, version, conflict]);
}
