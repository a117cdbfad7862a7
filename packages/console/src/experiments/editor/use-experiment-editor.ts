import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { session } from '../../base/session.ts';
import { checkWithRegexes } from '../../parts/conditions/check-with-regexes.ts';
import { conflictIn } from '../../ui/forms/conflict-in.ts';
import type { Conflict } from '../../ui/forms/form-machine.ts';
import { type Place, saveExperiment } from '../experiment-queries.ts';
import { newRuleKey } from '../rule/edited-rule.ts';
import type { Surroundings } from '../surroundings.ts';
import { problemsOfForm } from './check-experiment-form.ts';
import {
  type ExperimentForm,
  formOf,
  isSame,
  NO_TOGGLE,
  sentOf,
  startForToggle,
} from './experiment-form.ts';
import {
  afterEditOf,
  fileProblems,
  NO_PROBLEMS,
  type Problems,
  refusalOfSave,
  type SaveCode,
} from './experiment-problems.ts';
import { draftKey, readDraft, removeDraft, writeDraft } from './stored-draft.ts';

/** How long after the last edit the browser is asked to remember it. */
const REMEMBER_AFTER_MS = 300;

interface State {
  /** What was loaded, or the empty state of a new experiment. */
  readonly saved: ExperimentForm;
  readonly form: ExperimentForm;
  readonly problems: Problems;
  /** What went wrong and has no code of this form. */
  readonly failure?: unknown;
}

interface EditorOptions {
  readonly place: Place;
  /** Absent for an experiment that is yet to be created. */
  readonly experiment: Experiment | undefined;
  /** Of a new experiment: chosen before the editor was opened. */
  readonly preselected: Toggle | undefined;
  readonly surroundings: Surroundings;
}

export type ExperimentEditor = ReturnType<typeof useExperimentEditor>;

/** The state of the editor from what was loaded to what is saved: edits, checks, drafts, conflicts. */
export function useExperimentEditor(options: EditorOptions) {
  const { place, experiment, surroundings } = options;
  const client = useQueryClient();
  const key = draftKey(session()?.user_name ?? '', place.envId, experiment?.id ?? 'new');
  const [loaded] = useState(() => start(options, key));
  const [state, setState] = useState<State>(loaded.state);
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [conflict, setConflict] = useState<Conflict | undefined>(loaded.conflict);
  const busy = useRef(false);

  const isChanged = !isSame(state.saved, state.form);
  const unsaved = useRef(false);
  const isGivenUp = useRef(false);
  unsaved.current = !busy.current && isChanged;
  // Pausing and restarting make new versions too; only other rules make a conflict.
  const newest = useMemo(() => newestOf(experiment, surroundings), [experiment, surroundings]);
  const version = useMemo(
    () => (isSame(newest, state.saved) ? experiment?.version : loaded.version),
    [newest, state.saved, experiment, loaded],
  );

  useEffect(() => {
    const remember = () => {
      if (isChanged && !isGivenUp.current) {
        writeDraft(key, { form: state.form, saved: state.saved, version, conflict });
      } else removeDraft(key);
    };
    const timer = setTimeout(remember, REMEMBER_AFTER_MS);
    window.addEventListener('pagehide', remember);
    return () => {
      clearTimeout(timer);
      if (isGivenUp.current) removeDraft(key);
      window.removeEventListener('pagehide', remember);
    };
  }, [key, isChanged, state.form, state.saved, version, conflict]);

  /** Every edit; what is said about the rule edited is taken back. */
  const [edit] = useState(
    () => (change: (form: ExperimentForm) => ExperimentForm, ruleKey?: string) =>
      setState((current) => ({
        saved: current.saved,
        form: change(current.form),
        problems: afterEditOf(current.problems, ruleKey),
      })),
  );

  function refuse(problems: readonly Problem<SaveCode>[]): void {
    setState((current) => ({
      saved: current.saved,
      form: current.form,
      problems: fileProblems(problems, current.form),
    }));
    setAttempts((count) => count + 1);
  }

  /** Whether a save would get past what the console can check; shows what would not. */
  async function check(): Promise<boolean> {
    const problems = await checkWithRegexes(() => problemsOfForm(state.form, surroundings));
    if (problems.length > 0) refuse(problems);
    return problems.length === 0;
  }

  /** Sends once; answers what is saved, or undefined when it is not. */
  async function save(ifMatch = version): Promise<Experiment | undefined> {
    if (busy.current) return undefined;
    busy.current = true;
    setBusy(true);
    setConflict(undefined);
    try {
      const answer = await saveExperiment(
        client,
        { ...place, id: experiment?.id },
        { body: sentOf(state.form), ifMatch },
      );
      removeDraft(key);
      setState({ saved: state.form, form: state.form, problems: NO_PROBLEMS });
      unsaved.current = false;
      return answer;
    } catch (error) {
      const problems = refusalOfSave(error, state.form);
      const changed = conflictIn(error);
      if (changed !== undefined) setConflict(changed);
      else if (problems !== undefined) refuse(problems);
      else {
        setState((current) => ({ ...current, problems: NO_PROBLEMS, failure: error }));
        setAttempts((count) => count + 1);
      }
      return undefined;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  function reset(): void {
    setState({ saved: newest, form: newest, problems: NO_PROBLEMS });
  }

  return {
    ...state,
    version,
    isBusy,
    isChanged,
    /** The edits were made before a reload. */
    isRestored: loaded.isRestored && isChanged,
    /** Grows with every save that failed: when it does, what is wrong takes the focus. */
    attempts,
    conflict,
    dismissConflict: () => setConflict(undefined),
    // A session that ended leads to the login without a question: the draft is there afterwards.
    hasUnsaved: () => unsaved.current && session() !== undefined,
    /** The user leaves, and leaves the changes behind. */
    giveUp: () => {
      isGivenUp.current = true;
    },
    edit,
    check,
    save,
    /** Back to what is saved, as far as it is known here. */
    reset,
    /** Starts again from what somebody else saved. */
    load: (fresh: Experiment) => {
      const form = newestOf(fresh, surroundings);
      setState({ saved: form, form, problems: NO_PROBLEMS });
      setConflict(undefined);
    },
  };
}

function start({ experiment, preselected, surroundings }: EditorOptions, key: string) {
  const begun = preselected
    ? startForToggle(preselected, newRuleKey())
    : newestOf(experiment, surroundings);
  const draft = readDraft(key);
  const { saved, form } =
    draft === undefined || isSame(draft.saved, draft.form) ? { saved: begun, form: begun } : draft;
  const state: State = { saved, form, problems: NO_PROBLEMS };
  const { version, conflict } = draft ?? {};
  return { state, isRestored: form !== begun, version, conflict };
}

/** What is saved; of a new experiment, nothing. */
function newestOf(experiment: Experiment | undefined, { toggles }: Surroundings): ExperimentForm {
  const toggle = experiment && toggles.get(experiment.toggleId);
  return experiment && toggle ? formOf(experiment, toggle) : NO_TOGGLE;
}
