import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { createFieldRefs } from './field-refs.ts';
import {
  isSameText,
  problemAt,
  type StoredEdits,
  startForm,
  withoutProblemsOf,
} from './form-machine.ts';
import { createFormStore, useFormStore } from './form-store.ts';
import { type EditsMemory, forgetEdits, readEdits, writeEdits } from './remembered-edits.ts';
import { type AfterSave, type FormOptions, type Overwritten, submitForm } from './submit-form.ts';
import { useLateRefusal } from './use-late-refusal.ts';

export interface Field<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
  /** The `ref` of the element that takes the focus when there is a problem with the field. */
  readonly ref: RefCallback<HTMLElement>;
}

/** The state of a form from the first edit to the save: checks on submit, sends once, keeps the input. */
export function useForm<Draft extends object, Value, Code extends string, Saved>(
  options: FormOptions<Draft, Value, Code, Saved>,
) {
  const { speak, another, memory } = options;
  const loaded = { draft: options.start, version: options.version };
  const [store, state] = useFormStore(() =>
    createFormStore(
      startForm<Draft, Code>(loaded, memory && readEdits(memory, loaded)),
      isSameText,
    ),
  );
  const { draft, saved, problems } = state;
  const [refs] = useState(createFieldRefs);

  const focusProblem = useCallback(() => refs.focus(store.state().problems), [refs, store]);

  // A newer version may have been loaded in the meantime; that is not an edit by the user.
  useEffect(() => store.send({ type: 'loaded', ...loaded }));

  const isChanged = !isSameText(saved, draft);
  useRemembering(memory, { draft, saved, version: state.version }, isChanged);

  const forget = () => memory && forgetEdits(memory.key);
  const tellOfLateRefusal = useLateRefusal();
  async function submit(next: AfterSave, overwritten?: Overwritten<Draft>): Promise<void> {
    await submitForm({ options, store, refs }, next, overwritten);
    if (memory !== undefined) tellOfLateRefusal(store.state());
  }

  function edit(change: Partial<Draft>): void {
    store.send({
      type: 'edited',
      change: (current) => ({ ...current, ...change }),
      keep: (current) => withoutProblemsOf(current, Object.keys(change)),
    });
  }

  function spokenAt(field: string | undefined): string | undefined {
    const problem = problemAt(problems, field);
    return problem && speak(problem);
  }

  return {
    /** The state that was loaded, or saved last. */
    saved,
    draft,
    isBusy: state.isBusy,
    isChanged,
    isRestored: state.isRestored,
    /** Removes the stored edits, when the user discards them. */
    forget,
    hasUnsaved: () => {
      const now = store.state();
      return !now.isBusy && !isSameText(now.saved, now.draft);
    },
    /** Grows with every failed save, which moves the focus to the first field with a problem. */
    attempts: state.attempts,
    focusProblem,
    /** The problem with the form as a whole. */
    problem: spokenAt(undefined),
    failure: state.failure,
    /** The problem at a field, for fields whose parts show it themselves. */
    problemAt: (field: keyof Draft & string) => problemAt(problems, field),
    /** Returns the `ref` for the part of a field that takes the focus. */
    refAt: refs.at,
    conflict: state.conflict,
    dismissConflict: () => store.send({ type: 'conflictDismissed' }),
    /** Saves over what somebody else saved; `theirs` is undefined while that is not loaded. */
    overwrite: (theirs: Draft | undefined) =>
      submit('leave', { version: state.conflict?.version, draft: theirs }),
    submit: () => submit('leave'),
    /** Saves, and starts the next one in the same form; undefined for a form without a next one. */
    saveAndAddAnother: another && (() => submit('another')),
    edit,
    reset: () => store.send({ type: 'reset' }),
    field: <Name extends keyof Draft & string>(name: Name): Field<Draft[Name]> => ({
      name,
      value: draft[name],
      // A computed key widens to string, so the compiler cannot infer that this is a part of Draft.
      onChange: (value) => edit({ [name]: value } as unknown as Partial<Draft>),
      error: spokenAt(name),
      ref: refs.at(name),
    }),
  };
}

/** Stores every edit at once: the end of a session removes the screen without a question. */
function useRemembering<Draft extends object>(
  memory: EditsMemory<Draft> | undefined,
  { draft, saved, version }: StoredEdits<Draft>,
  isChanged: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the memory is the same for the lifetime of the form.
  useEffect(() => {
    if (memory === undefined) return;
    if (isChanged) writeEdits(memory, { draft, saved, version });
    else forgetEdits(memory.key);
  }, [isChanged, draft, saved, version]);
}
