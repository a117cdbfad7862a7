import type { Checked, Problem } from '@comporta/contract/problem';
import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { conflictIn } from './conflict-in.ts';
import { createFieldRefs } from './field-refs.ts';
import {
  type FormState,
  isSameText,
  problemAt,
  type StoredEdits,
  startForm,
  withoutProblemsOf,
} from './form-machine.ts';
import { createFormStore, useFormStore } from './form-store.ts';
import { type EditsMemory, forgetEdits, readEdits, writeEdits } from './remembered-edits.ts';

interface FormOptions<Draft extends object, Value, Code extends string, Saved> {
  readonly start: Draft;
  /** The contract's check: the same one that the server makes. */
  readonly check: (draft: Draft) => Checked<Value, Code> | Promise<Checked<Value, Code>>;
  /**
   * Sends what was checked; `ifMatch` is the version to save over, when there is one, and `start` the
   * draft that the form made its changes to.
   */
  readonly save: (value: Value, ifMatch: number | undefined, start: Draft) => Promise<Saved>;
  /** What the server's refusal says about this form; undefined for what it does not know. */
  readonly refusal: (error: unknown) => readonly Problem<Code>[] | undefined;
  readonly speak: (problem: Problem<Code>) => string;
  /**
   * Told what the save answered. `undo` saves what was there before, over nothing but this save; it
   * is absent when nothing was.
   */
  readonly onSaved: (
    saved: Saved,
    undo: (() => Promise<unknown>) | undefined,
    next: AfterSave,
  ) => void;
  /** What of a saved draft the next one starts with, where several are made one after the other. */
  readonly another?: (saved: Draft) => Draft;
  /** The version that was loaded. */
  readonly version?: number;
  /** Keeps what is typed through a reload and a new login. */
  readonly memory?: EditsMemory<Draft>;
}

/** Whether the user is done here, or stays to make another one. */
export type AfterSave = 'leave' | 'another';

export interface Field<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
  /** Of the element that takes the focus when something is wrong with the field. */
  readonly ref: RefCallback<HTMLElement>;
}

/** One form from its first key to its save: checks on submit, sends once, keeps what was typed. */
export function useForm<Draft extends object, Value, Code extends string, Saved>(
  options: FormOptions<Draft, Value, Code, Saved>,
) {
  const { check, save, refusal, speak, onSaved, another, memory } = options;
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

  // What was loaded again in the meantime, which is no edit of the user.
  useEffect(() => store.send({ type: 'loaded', ...loaded }));

  const isChanged = !isSameText(saved, draft);
  useRemembering(memory, { draft, saved, version: state.version }, isChanged);

  function forget(): void {
    if (memory !== undefined) forgetEdits(memory.key);
  }

  async function submit(next: AfterSave, ifMatch?: number): Promise<void> {
    const sent = store.state();
    if (sent.isBusy) return;
    store.send({ type: 'sent' });
    const checked = await check(sent.draft);
    if (!checked.ok) {
      store.send({ type: 'refused', problems: checked.problems });
      return;
    }
    let answer: Saved;
    try {
      answer = await save(checked.value, ifMatch ?? sent.version, sent.saved);
    } catch (error) {
      fail(error);
      return;
    }
    store.send({ type: 'saved', draft: sent.draft, version: sent.version });
    forget();
    if (next === 'another' && another !== undefined) startAnother(another(sent.draft));
    onSaved(answer, undoOf(sent, answer), next);
  }

  function startAnother(draft: Draft): void {
    store.send({ type: 'replaced', draft, version: undefined });
    refs.focusFirst();
  }

  function undoOf(sent: FormState<Draft, Code>, answer: Saved) {
    const version = versionIn(answer);
    if (sent.version === undefined || version === undefined) return undefined;
    return async () => {
      const former = await check(sent.saved);
      if (former.ok) await save(former.value, version, sent.draft);
    };
  }

  function fail(error: unknown): void {
    const conflict = conflictIn(error);
    const found = refusal(error);
    if (conflict !== undefined) store.send({ type: 'conflicted', conflict });
    else if (found !== undefined)
      store.send({ type: 'refused', problems: atFieldsOf(draft, found) });
    else store.send({ type: 'failed', failure: error });
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
    /** What was loaded, or saved last. */
    saved,
    draft,
    isBusy: state.isBusy,
    isChanged,
    isRestored: state.isRestored,
    /** The edits were given up. */
    forget,
    hasUnsaved: () => {
      const now = store.state();
      return !now.isBusy && !isSameText(now.saved, now.draft);
    },
    /** Grows with every save that failed: when it does, the first field in error takes the focus. */
    attempts: state.attempts,
    focusProblem,
    /** What is wrong with the form as a whole. */
    problem: spokenAt(undefined),
    failure: state.failure,
    /** What is wrong with a field, for fields whose parts show it themselves. */
    problemAt: (field: keyof Draft & string) => problemAt(problems, field),
    /** The same for the part of a field that takes the focus. */
    refAt: refs.at,
    conflict: state.conflict,
    dismissConflict: () => store.send({ type: 'conflictDismissed' }),
    overwrite: () => submit('leave', state.conflict?.version),
    submit: () => submit('leave'),
    /** Saves, and starts the next one in the same form; absent where there is only one. */
    saveAndAddAnother: another && (() => submit('another')),
    edit,
    reset: () => store.send({ type: 'reset' }),
    field: <Name extends keyof Draft & string>(name: Name): Field<Draft[Name]> => ({
      name,
      value: draft[name],
      // A computed key widens to string, so the compiler cannot see that this is a part of Draft.
      onChange: (value) => edit({ [name]: value } as unknown as Partial<Draft>),
      error: spokenAt(name),
      ref: refs.at(name),
    }),
  };
}

/** Writes every edit at once: a session that ends takes the screen away without asking. */
function useRemembering<Draft extends object>(
  memory: EditsMemory<Draft> | undefined,
  { draft, saved, version }: StoredEdits<Draft>,
  isChanged: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the memory is the same for as long as the form stands.
  useEffect(() => {
    if (memory === undefined) return;
    if (isChanged) writeEdits(memory, { draft, saved, version });
    else forgetEdits(memory.key);
  }, [isChanged, draft, saved, version]);
}

/** What is about no field of a form is said above it. */
function atFieldsOf<Code extends string>(
  draft: object,
  found: readonly Problem<Code>[],
): readonly Problem<Code>[] {
  return found.map((problem) => {
    const [field] = problem.at;
    return field !== undefined && field in draft ? problem : { ...problem, at: [] };
  });
}

function versionIn(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('version' in answer)) return undefined;
  return typeof answer.version === 'number' ? answer.version : undefined;
}
