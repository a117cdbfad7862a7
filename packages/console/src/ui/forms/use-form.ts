import type { Problem } from '@comporta/contract/problem';
import { type RefCallback, useCallback } from 'react';
import { problemAt, withoutProblemsOf } from './form-machine.ts';
import type { AfterSave, Overwritten, SubmitOptions } from './submit-form.ts';
import { useFormEngine } from './use-form-engine.ts';

interface FormOptions<Draft extends object, Value, Code extends string, Saved>
  extends SubmitOptions<Draft, Value, Code, Saved> {
  readonly speak: (problem: Problem<Code>) => string;
  /** Called after a successful save, with its undo, if there is one. */
  readonly onSaved: (
    saved: Saved,
    undo: (() => Promise<unknown>) | undefined,
    next: AfterSave,
  ) => void;
}

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
  const { speak, another, onSaved } = options;
  const { store, state, refs, submit: send, ...engine } = useFormEngine(options);
  const { draft, problems } = state;

  const focusProblem = useCallback(() => refs.focus(store.state().problems), [refs, store]);

  const focus = useCallback((field: keyof Draft & string) => refs.focus([{ at: [field] }]), [refs]);

  async function submit(next: AfterSave, overwritten?: Overwritten<Draft>): Promise<void> {
    const done = await send(next, overwritten);
    if (done !== undefined) onSaved(done.saved, done.undo, next);
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
    ...engine,
    /** The state that was loaded, or saved last. */
    saved: state.saved,
    /** The version of that state, which a save replaces. */
    version: state.version,
    draft,
    isBusy: state.isBusy,
    isRestored: state.isRestored,
    /** Grows with every failed save, which moves the focus to the first field with a problem. */
    attempts: state.attempts,
    focusProblem,
    focus,
    /** The problem with the form as a whole. */
    problem: spokenAt(undefined),
    failure: state.failure,
    /** The problem at a field, for fields whose parts show it themselves. */
    problemAt: (field: keyof Draft & string) => problemAt(problems, field),
    /** Returns the `ref` for the part of a field that takes the focus. */
    refAt: refs.at,
    conflict: state.conflict,
    /** Saves over what somebody else saved; `theirs` is undefined while that is not loaded. */
    overwrite: (theirs: Draft | undefined) =>
      submit('leave', { version: state.conflict?.version, draft: theirs }),
    submit: () => submit('leave'),
    /** Saves, and starts the next one in the same form; undefined for a form without a next one. */
    saveAndAddAnother: another && (() => submit('another')),
    edit,
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
