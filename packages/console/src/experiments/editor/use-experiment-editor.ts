import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type EnvironmentRef, saveExperiment } from '../../data/experiment-queries.ts';
import { session } from '../../data/stored/session.ts';
import { checkWithRegexes } from '../../parts/conditions/check-with-regexes.ts';
import { conflictIn } from '../../ui/forms/conflict-in.ts';
import { startForm, type Version } from '../../ui/forms/form-machine.ts';
import { createFormStore, useFormStore } from '../../ui/forms/form-store.ts';
import { useLateRefusal } from '../../ui/forms/use-late-refusal.ts';
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
import { draftKey, readDraft, removeDraft } from './stored-draft.ts';
import { useRememberedDraft } from './use-remembered-draft.ts';

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
export function useExperimentEditor(options: EditorOptions) {
  const { place, experiment, references } = options;
  const client = useQueryClient();
  const [key] = useState(() => keyOf(options));
  const [store, state] = useFormStore(() => createFormStore(start(options, key), isSame));
  const { saved, draft: form, isBusy } = state;
  const isChanged = !isSame(saved, form);
  const problems = useMemo(() => fileProblems(state.problems), [state.problems]);

  const loaded = useMemo(() => savedForm(experiment, references), [experiment, references]);
  useEffect(() => {
    if (!isBusy) store.send({ type: 'loaded', ...loaded });
  }, [store, loaded, isBusy]);

  const tellOfLateRefusal = useLateRefusal();
  useRememberedDraft(key, isChanged ? state : undefined);

  const [{ edit, current }] = useState(() => ({
    /** Returns the current form, also between an edit and the next render. */
    current: () => store.state().draft,
    /** Applies an edit and removes the problems of the edited rule. */
    edit: (change: (form: ExperimentForm) => ExperimentForm, ruleKey?: string) =>
      store.send({ type: 'edited', change, keep: (found) => afterEditOf(found, ruleKey) }),
  }));

  function refuse(found: readonly Problem<SaveCode>[], checked: ExperimentForm): void {
    store.send({ type: 'refused', problems: withRuleKeys(found, checked) });
  }

  /** Resolves to whether the form passes the checks of the console; shows the problems if it does not. */
  async function check(): Promise<boolean> {
    const checked = current();
    const found = await checkWithRegexes(() => problemsOfForm(checked, references));
    if (found.length > 0) refuse(found, checked);
    return found.length === 0;
  }

  /** Sends one request; resolves to the saved experiment, or undefined when the save failed. */
  async function save(ifMatch?: number): Promise<Experiment | undefined> {
    const sent = store.state();
    if (sent.isBusy) return undefined;
    store.send({ type: 'sent' });
    const body = sentOf(sent.draft);
    const goesOver = ifMatch ?? sent.version;
    try {
      const at = { ...place, id: experiment?.id };
      const answer = await saveExperiment(client, at, { body, ifMatch: goesOver });
      removeDraft(key);
      const withIds = (edited: ExperimentForm) => withSavedIds(edited, sent.draft, answer);
      store.send({ type: 'saved', draft: withIds(sent.draft), version: answer.version });
      edit(withIds);
      return answer;
    } catch (error) {
      const conflict = conflictIn(error);
      const found = problemsOfSave(error);
      if (conflict !== undefined) store.send({ type: 'conflicted', conflict });
      else if (found !== undefined) refuse(found, sent.draft);
      else store.send({ type: 'failed', failure: error });
      tellOfLateRefusal(store.state());
      return undefined;
    }
  }

  return {
    form,
    saved,
    problems,
    failure: state.failure,
    isBusy,
    isChanged,
    /** Whether the edits are from before a reload. */
    isRestored: state.isRestored && isChanged,
    /** Grows with every failed save, which moves the focus to the problems. */
    attempts: state.attempts,
    conflict: state.conflict,
    dismissConflict: () => store.send({ type: 'conflictDismissed' }),
    // When the session has ended, the redirect to /login must not be stopped by a question: the draft is
    // restored afterwards.
    hasUnsaved: () => {
      const now = store.state();
      return !now.isBusy && !isSame(now.saved, now.draft) && session() !== undefined;
    },
    /** To be called when the user leaves and discards the changes. */
    giveUp: () => removeDraft(key),
    current,
    edit,
    check,
    save,
    /** Resets the form to the newest saved state that is known here. */
    reset: () => store.send({ type: 'reset' }),
    /** Restarts from the version that somebody else saved. */
    load: (fresh: Experiment) => store.send({ type: 'replaced', ...savedForm(fresh, references) }),
  };
}

/** The draft of a new experiment belongs to the toggle that it was opened for. */
function keyOf({ place, experiment, preselected }: EditorOptions): string {
  const drafted = { id: experiment?.id, toggleId: preselected?.id };
  return draftKey(session()?.user_name ?? '', place.envId, drafted);
}

function start({ experiment, preselected, references }: EditorOptions, key: string) {
  const loaded = preselected
    ? { draft: startForToggle(preselected, newRuleKey()), version: undefined }
    : savedForm(experiment, references);
  const stored = readDraft(key);
  if (stored === undefined || isSame(stored.saved, stored.form)) {
    return startForm<ExperimentForm, SaveCode>(loaded);
  }
  const { form: draft, saved, conflict } = stored;
  // Pausing and restarting also create versions; only changed rules are a conflict.
  const version = isSame(saved, loaded.draft) ? loaded.version : stored.version;
  return startForm<ExperimentForm, SaveCode>(loaded, { draft, saved, version, conflict });
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
