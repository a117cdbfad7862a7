import type { Checked, Problem } from '@comporta/contract/problem';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { edit, type FormState, isChanged, problemAt, startForm } from './form-state.ts';

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
  readonly refusal: (error: unknown) => Problem<Code> | undefined;
  readonly speak: (problem: Problem<Code>) => string;
  /** Told what the save answered. */
  readonly onSaved: (saved: Saved) => void;
  /** The version that was loaded. */
  readonly version?: number;
}

/** Somebody else saved in between: who and when, as far as the server says. */
export interface Conflict {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: string;
}

export interface Field<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
}

/** One form from its first key to its save: checks on submit, sends once, keeps what was typed. */
export function useForm<Draft extends object, Value, Code extends string, Saved>(
  options: FormOptions<Draft, Value, Code, Saved>,
) {
  const { check, save, refusal, speak, onSaved } = options;
  const [state, setState] = useState<FormState<Draft, Code>>(() => startForm(options.start));
  const [version, setVersion] = useState(options.version);
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [attempts, setAttempts] = useState(0);
  // Read before the next render: by a second press of Enter, and by the guard when a save navigates away.
  const busy = useRef(false);
  const unsaved = useRef(false);
  unsaved.current = !busy.current && isChanged(state);

  // What was loaded again in the meantime: an unchanged form follows it, a changed one keeps its
  // version, so that the save finds out that somebody else was there.
  if (options.version !== version && !isChanged(state) && !busy.current) {
    setVersion(options.version);
    setState(startForm(options.start));
  }

  async function submit(ifMatch = version): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    const checked = await check(state.draft);
    if (!checked.ok) {
      busy.current = false;
      fail({ problems: checked.problems });
      return;
    }
    setBusy(true);
    setConflict(undefined);
    try {
      const saved = await save(checked.value, ifMatch, state.saved);
      unsaved.current = false;
      setState(({ draft }) => ({ saved: state.draft, draft, problems: [] }));
      onSaved(saved);
    } catch (error) {
      const problem = refusal(error);
      const changed = conflictIn(error);
      if (changed !== undefined) setConflict(changed);
      else fail(problem === undefined ? { problems: [], failure: error } : { problems: [problem] });
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  // What was typed while a save was under way stays, whatever became of the save.
  function fail(what: Pick<FormState<Draft, Code>, 'problems' | 'failure'>): void {
    setState(({ saved, draft }) => ({ saved, draft, ...what }));
    setAttempts((count) => count + 1);
  }

  function spokenAt(field: string | undefined): string | undefined {
    const problem = problemAt(state, field);
    return problem && speak(problem);
  }

  return {
    /** What was loaded, or saved last. */
    saved: state.saved,
    draft: state.draft,
    isBusy,
    isChanged: isChanged(state),
    hasUnsaved: () => unsaved.current,
    /** Grows with every save that failed: when it does, the first field in error takes the focus. */
    attempts,
    /** What is wrong with the form as a whole. */
    problem: spokenAt(undefined),
    failure: state.failure,
    /** What is wrong with a field, for fields whose parts show it themselves. */
    problemAt: (field: keyof Draft & string) => problemAt(state, field),
    conflict,
    dismissConflict: () => setConflict(undefined),
    overwrite: () => submit(conflict?.version),
    submit: () => submit(),
    edit: (change: Partial<Draft>) => setState((current) => edit(current, change)),
    reset: () => setState(startForm(state.saved)),
    field: <Name extends keyof Draft & string>(name: Name): Field<Draft[Name]> => ({
      name,
      value: state.draft[name],
      // A computed key widens to string, so the compiler cannot see that this is a part of Draft.
      onChange: (value) =>
        setState((current) => edit(current, { [name]: value } as unknown as Partial<Draft>)),
      error: spokenAt(name),
    }),
  };
}

/** Who saved in between, when that is why a save was refused. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT') return undefined;
  const { version, saved_by, saved_at } = error.meta;
  return { version: Number(version), savedBy: String(saved_by), savedAt: String(saved_at) };
}
