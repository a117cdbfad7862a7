import { useEffect, useState } from 'react';
import { createFieldRefs } from './field-refs.ts';
import { isSameText, type StoredEdits, startForm } from './form-machine.ts';
import { createFormStore, useFormStore } from './form-store.ts';
import { type EditsMemory, forgetEdits, readEdits, writeEdits } from './remembered-edits.ts';
import {
  type AfterSave,
  checkForm,
  type Overwritten,
  type SubmitOptions,
  submitForm,
} from './submit-form.ts';
import { useLateRefusal } from './use-late-refusal.ts';

/** The state of whatever is edited and saved, without its fields: loads, remembers, submits, resets. */
export function useFormEngine<Draft extends object, Value, Code extends string, Saved>(
  options: SubmitOptions<Draft, Value, Code, Saved>,
) {
  const { memory, isSame = isSameText, keepKeys } = options;
  const loaded = { draft: options.start, version: options.version };
  const [store, state] = useFormStore(() => {
    const stored = memory && readEdits(memory, loaded);
    // A version with the same content, such as after a pause, is not somebody else's save.
    const isCurrent = stored !== undefined && isSame(stored.saved, loaded.draft);
    const start = isCurrent ? { ...stored, version: loaded.version } : stored;
    return createFormStore(startForm<Draft, Code>(loaded, start), isSame);
  });
  const [refs] = useState(createFieldRefs);
  const tellOfLateRefusal = useLateRefusal();

  // A newer version may have been loaded in the meantime; that is not an edit by the user.
  useEffect(() => {
    const { newest, draft: shown } = store.state();
    const isNew = keepKeys !== undefined && !isSame(loaded.draft, newest.draft);
    const draft = isNew ? keepKeys(loaded.draft, shown) : loaded.draft;
    store.send({ type: 'loaded', version: loaded.version, draft });
  });

  const isChanged = !isSame(state.saved, state.draft);
  useRemembering(memory, state, isChanged);

  return {
    store,
    state,
    refs,
    isChanged,
    /** Resolves to what a save would send; to undefined when there are problems, which are then shown. */
    check: () => checkForm({ options, store }),
    submit: async (next: AfterSave, overwritten?: Overwritten<Draft>) => {
      const done = await submitForm({ options, store, refs }, next, overwritten);
      if (memory !== undefined) tellOfLateRefusal(store.state());
      return done;
    },
    /** Removes the stored edits, when the user discards them. */
    forget: () => memory && forgetEdits(memory.key),
    hasUnsaved: () => {
      const now = store.state();
      return !now.isBusy && !isSame(now.saved, now.draft);
    },
    dismissConflict: () => store.send({ type: 'conflictDismissed' }),
    /** Returns to the newest saved state that is known here. */
    reset: () => store.send({ type: 'reset' }),
  };
}

/** Stores every edit at once: the end of a session removes the screen without a question. */
function useRemembering<Draft extends object>(
  memory: EditsMemory<Draft> | undefined,
  { draft, saved, version, conflict }: StoredEdits<Draft>,
  isChanged: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the memory is the same for the lifetime of the form.
  useEffect(() => {
    if (memory === undefined) return;
    if (isChanged) writeEdits(memory, { draft, saved, version, conflict });
    else forgetEdits(memory.key);
  }, [isChanged, draft, saved, version, conflict]);
}
