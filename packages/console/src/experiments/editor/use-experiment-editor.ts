import type { Experiment } from '@comporta/contract/experiments/experiment';
import { checked } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type EnvironmentRef,
  type ExperimentBody,
  saveExperiment,
} from '../../data/experiment-queries.ts';
import { session } from '../../data/stored/session.ts';
import { checkWithRegexes } from '../../parts/conditions/check-with-regexes.ts';
import type { Version } from '../../ui/forms/form-machine.ts';
import type { Overwritten } from '../../ui/forms/submit-form.ts';
import { useFormEngine } from '../../ui/forms/use-form-engine.ts';
import { withKeysOf } from '../changes/experiment-changes.ts';
import type { References } from '../references.ts';
import { newRuleKey } from '../rule/edited-rule.ts';
import { problemsOfForm } from './check-experiment-form.ts';
import {
  type ExperimentForm,
  formOf,
  isSame,
  NO_TOGGLE,
  sentOf,
  startForToggle,
  withSavedIds,
} from './experiment-form.ts';
import {
  afterEditOf,
  fileProblems,
  problemsOfSave,
  type SaveCode,
  withRuleKeys,
} from './experiment-problems.ts';
import { draftMemory } from './stored-draft.ts';

interface EditorOptions {
  readonly place: EnvironmentRef;
  /** Absent for an experiment that is not created yet. */
  readonly experiment: Experiment | undefined;
  /** The toggle of a new experiment that was chosen before the editor was opened. */
  readonly preselected: Toggle | undefined;
  readonly references: References;
}

export type ExperimentEditor = ReturnType<typeof useExperimentEditor>;

/** The state of the editor between loading and saving: edits, checks, drafts, conflicts. */
export function useExperimentEditor({ place, experiment, preselected, references }: EditorOptions) {
  const client = useQueryClient();
  /** The draft of a new experiment belongs to the toggle that it was opened for. */
  const [memory] = useState(() => {
    const drafted = { id: experiment?.id, toggleId: preselected?.id };
    return draftMemory(session()?.user_name ?? '', place.envId, drafted);
  });
  const [first] = useState(
    () => preselected && { draft: startForToggle(preselected, newRuleKey()), version: undefined },
  );
  const loaded = useMemo(() => savedForm(experiment, references), [experiment, references]);
  const { draft: start, version } = first ?? loaded;

  async function check(draft: ExperimentForm) {
    const found = await checkWithRegexes(() => problemsOfForm(draft, references));
    return checked<ExperimentBody, SaveCode>(sentOf(draft), withRuleKeys(found, draft));
  }

  const engine = useFormEngine<ExperimentForm, ExperimentBody, SaveCode, Experiment>({
    start,
    version,
    check,
    save: (body, ifMatch) =>
      saveExperiment(client, { ...place, id: experiment?.id }, { body, ifMatch }),
    refusal(error, sent) {
      const found = problemsOfSave(error);
      return found && withRuleKeys(found, sent);
    },
    adopt: withSavedIds,
    isSame,
    keepKeys: withKeysOf,
    memory,
  });
  const { store, state, refs, isChanged, submit, forget, hasUnsaved, dismissConflict, reset } =
    engine;
  const problems = useMemo(() => fileProblems(state.problems), [state.problems]);

  const [{ edit, current }] = useState(() => ({
    /** Returns the current form, also between an edit and the next render. */
    current: () => store.state().draft,
    /** Applies an edit and removes the problems of the edited rule. */
    edit: (change: (form: ExperimentForm) => ExperimentForm, ruleKey?: string) =>
      store.send({ type: 'edited', change, keep: (found) => afterEditOf(found, ruleKey) }),
  }));

  return {
    form: state.draft,
    saved: state.saved,
    /** The version that the edits started from. */
    version: state.version,
    problems,
    refs,
    failure: state.failure,
    isBusy: state.isBusy,
    isChanged,
    /** Whether the edits are from before a reload. */
    isRestored: state.isRestored && isChanged,
    /** Grows with every failed save, which moves the focus to the problems. */
    attempts: state.attempts,
    conflict: state.conflict,
    dismissConflict,
    // When the session has ended, the redirect to /login must not be stopped by a question: the draft is
    // restored afterwards.
    hasUnsaved: () => hasUnsaved() && session() !== undefined,
    /** To be called when the user leaves and discards the changes. */
    giveUp: forget,
    current,
    edit,
    /** Resolves to whether the form passes the checks of the console; shows the problems if it does not. */
    check: async () => (await engine.check()) !== undefined,
    /** Sends one request; resolves to the saved experiment, or undefined when the save failed. */
    save: async (overwritten?: Overwritten<ExperimentForm>) =>
      (await submit('leave', overwritten))?.saved,
    reset,
    /** Restarts from the version that somebody else saved. */
    load: (fresh: Experiment) => store.send({ type: 'replaced', ...savedForm(fresh, references) }),
  };
}

/** The saved state; an empty one for a new experiment. */
function savedForm(
  experiment: Experiment | undefined,
  { toggles }: References,
): Version<ExperimentForm> {
  const toggle = experiment && toggles.get(experiment.toggleId);
  const draft = experiment && toggle ? formOf(experiment, toggle) : NO_TOGGLE;
  return { draft, version: experiment?.version };
}
