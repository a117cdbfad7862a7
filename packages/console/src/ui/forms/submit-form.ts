import type { Checked, Problem } from '@comporta/contract/problem';
import { isFiled } from '../../api/admission.ts';
import { conflictIn } from './conflict-in.ts';
import type { FieldRefs } from './field-refs.ts';
import type { FormEvent, FormState } from './form-machine.ts';
import type { FormStore } from './form-store.ts';
import { type EditsMemory, forgetEdits } from './remembered-edits.ts';

export interface SubmitOptions<Draft extends object, Value, Code extends string, Saved> {
  readonly start: Draft;
  /** The contract's check, which the server makes, too. */
  readonly check: (draft: Draft) => Checked<Value, Code> | Promise<Checked<Value, Code>>;
  /**
   * Sends the checked value. `ifMatch` is the version to save over, if there is one; `start` is the draft
   * that the edits started from.
   */
  readonly save: (value: Value, ifMatch: number | undefined, start: Draft) => Promise<Saved>;
  /** Returns the problems of this form in a refusal; undefined when the form does not know its code. */
  readonly refusal: (error: unknown, sent: Draft) => readonly Problem<Code>[] | undefined;
  /** Adds to a draft what a save of `sent` gave it, such as ids. */
  readonly adopt?: (draft: Draft, sent: Draft, saved: Saved) => Draft;
  /** Returns the draft that the next form starts with, when several things are created in a row. */
  readonly another?: ((saved: Draft) => Draft) | undefined;
  /** Compares the content of two drafts; without it, as text. */
  readonly isSame?: (one: Draft, other: Draft) => boolean;
  /** Gives the parts of a newly loaded draft the keys of the shown one, so that what is open stays open. */
  readonly keepKeys?: (loaded: Draft, shown: Draft) => Draft;
  /** The version that was loaded. */
  readonly version?: number | undefined;
  /** Keeps edits through a reload and a new login. */
  readonly memory?: EditsMemory<Draft>;
}

/** Whether the user leaves after the save, or stays to create another one. */
export type AfterSave = 'leave' | 'another';

/** A version that somebody else saved, and that the user chose to overwrite. */
export interface Overwritten<Draft> {
  readonly version: number | undefined;
  /** Undefined when it was not loaded. */
  readonly draft: Draft | undefined;
}

interface Submitted<Draft extends object, Value, Code extends string, Saved> {
  readonly options: SubmitOptions<Draft, Value, Code, Saved>;
  readonly store: FormStore<Draft, Code>;
  readonly refs: FieldRefs;
}

/** A successful save. */
export interface Done<Saved> {
  readonly saved: Saved;
  /**
   * Saves the former state, but only over the version of this save; undefined when there was no former state, or when
   * it is not known.
   */
  readonly undo: (() => Promise<unknown>) | undefined;
}

/**
 * Checks and sends the form once: further calls are ignored until the save has ended. Resolves to undefined when it was
 * not saved.
 */
export async function submitForm<Draft extends object, Value, Code extends string, Saved>(
  { options, store, refs }: Submitted<Draft, Value, Code, Saved>,
  next: AfterSave,
  overwritten?: Overwritten<Draft>,
): Promise<Done<Saved> | undefined> {
  const { check, save, refusal, adopt = (draft) => draft, another, memory } = options;
  const sent = store.state();
  if (sent.isBusy) return undefined;
  store.send({ type: 'sent' });
  const checked = await check(sent.draft);
  if (!checked.ok) {
    store.send({ type: 'refused', problems: checked.problems });
    return undefined;
  }
  let saved: Saved;
  try {
    saved = await save(checked.value, overwritten?.version ?? sent.version, sent.saved);
  } catch (error) {
    store.send(failureOf(error, refusal(error, sent.draft), store.state().draft));
    // A change request has the edits now: the form shows what is stored until that is applied.
    if (isFiled(error)) {
      store.send({ type: 'reset' });
      if (memory !== undefined) forgetEdits(memory.key);
    }
    return undefined;
  }
  const adopted = (draft: Draft) => adopt(draft, sent.draft, saved);
  const version = versionIn(saved) ?? sent.version;
  store.send({ type: 'saved', draft: adopted(sent.draft), version });
  store.send({ type: 'edited', change: adopted, keep: (problems) => problems });
  if (memory !== undefined) forgetEdits(memory.key);
  if (next === 'another' && another !== undefined) {
    store.send({ type: 'replaced', draft: another(sent.draft), version: undefined });
    refs.focusFirst();
  }
  const former = overwritten === undefined ? sent.saved : overwritten.draft;
  return { saved, undo: undoOf(options, { former, sent }, saved) };
}

/** Checks what a save would send; resolves to undefined when there are problems, which the form then shows. */
export async function checkForm<Draft extends object, Value, Code extends string, Saved>({
  options,
  store,
}: Pick<Submitted<Draft, Value, Code, Saved>, 'options' | 'store'>): Promise<Value | undefined> {
  const { draft, isBusy } = store.state();
  if (isBusy) return undefined;
  const checked = await options.check(draft);
  if (checked.ok) return checked.value;
  store.send({ type: 'refused', problems: checked.problems });
  return undefined;
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

interface Undone<Draft, Code extends string> {
  readonly former: Draft | undefined;
  readonly sent: FormState<Draft, Code>;
}

/** Returns the function that saves the former state; undefined when there was none, or when it is not known. */
function undoOf<Draft extends object, Value, Code extends string, Saved>(
  { check, save }: SubmitOptions<Draft, Value, Code, Saved>,
  { former, sent }: Undone<Draft, Code>,
  answer: Saved,
): (() => Promise<unknown>) | undefined {
  const version = versionIn(answer);
  if (former === undefined || sent.version === undefined || version === undefined) return undefined;
  return async () => {
    const checked = await check(former);
    if (checked.ok) await save(checked.value, version, sent.draft);
  };
}

/** Problems that belong to no field of the form are shown above it. */
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
