import type { Checked, Problem } from '@comporta/contract/problem';
import { conflictIn } from './conflict-in.ts';
import type { createFieldRefs } from './field-refs.ts';
import type { FormEvent, FormState } from './form-machine.ts';
import type { FormStore } from './form-store.ts';
import { type EditsMemory, forgetEdits } from './remembered-edits.ts';

export interface FormOptions<Draft extends object, Value, Code extends string, Saved> {
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

interface Submitted<Draft extends object, Value, Code extends string, Saved> {
  readonly options: FormOptions<Draft, Value, Code, Saved>;
  readonly store: FormStore<Draft, Code>;
  readonly refs: ReturnType<typeof createFieldRefs>;
}

/** Checks and sends what the form holds now, once: nothing happens while it is on its way. */
export async function submitForm<Draft extends object, Value, Code extends string, Saved>(
  { options, store, refs }: Submitted<Draft, Value, Code, Saved>,
  next: AfterSave,
  ifMatch?: number,
): Promise<void> {
  const { check, save, refusal, onSaved, another, memory } = options;
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
    store.send(failureOf(error, refusal(error), store.state().draft));
    return;
  }
  store.send({ type: 'saved', draft: sent.draft, version: sent.version });
  if (memory !== undefined) forgetEdits(memory.key);
  if (next === 'another' && another !== undefined) {
    store.send({ type: 'replaced', draft: another(sent.draft), version: undefined });
    refs.focusFirst();
  }
  onSaved(answer, undoOf(options, sent, answer), next);
}

function failureOf<Draft extends object, Code extends string>(
  error: unknown,
  found: readonly Problem<Code>[] | undefined,
  draft: Draft,
): FormEvent<Draft, Code> {
  const conflict = conflictIn(error);
  if (conflict !== undefined) return { type: 'conflicted', conflict };
  if (found !== undefined) return { type: 'refused', problems: atFieldsOf(draft, found) };
  return { type: 'failed', failure: error };
}

/** Saves what was there before, unless there was nothing. */
function undoOf<Draft extends object, Value, Code extends string, Saved>(
  { check, save }: FormOptions<Draft, Value, Code, Saved>,
  sent: FormState<Draft, Code>,
  answer: Saved,
): (() => Promise<unknown>) | undefined {
  const version = versionIn(answer);
  if (sent.version === undefined || version === undefined) return undefined;
  return async () => {
    const former = await check(sent.saved);
    if (former.ok) await save(former.value, version, sent.draft);
  };
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
