import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { session } from '../../base/session.ts';
import { checkWithRegexes } from '../../parts/conditions/check-with-regexes.ts';
import { conflictIn } from '../../ui/forms/conflict-in.ts';
import { startForm, type Version } from '../../ui/forms/form-machine.ts';
import { createFormStore, useFormStore } from '../../ui/forms/form-store.ts';
import { type EnvironmentRef, saveExperiment } from '../experiment-queries.ts';
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
  /** Absent for an experiment that is yet to be created. */
  readonly experiment: Experiment | undefined;
  /** Of a new experiment: chosen before the editor was opened. */
  readonly preselected: Toggle | undefined;
  readonly references: References;
}

export type ExperimentEditor = ReturnType<typeof useExperimentEditor>;

/** The state of the editor from what was loaded to what is saved: edits, checks, drafts, conflicts. */
export function useExperimentEditor(options: EditorOptions) {
  const { place, experiment, references } = options;
  const client = useQueryClient();
  const key = draftKey(session()?.user_name ?? '', place.envId, experiment?.id ?? 'new');
  const [store, state] = useFormStore(() => createFormStore(start(options, key), isSame));
  const { saved, draft: form, isBusy } = state;
  const isChanged = !isSame(saved, form);
  const problems = useMemo(() => fileProblems(state.problems), [state.problems]);

  const loaded = useMemo(() => savedForm(experiment, references), [experiment, references]);
  useEffect(() => {
    if (!isBusy) store.send({ type: 'loaded', ...loaded });
  }, [store, loaded, isBusy]);

  const giveUp = useRememberedDraft(key, isChanged ? state : undefined);

  const [{ edit, current }] = useState(() => ({
    /** The form as it is now, also between an edit and the next render. */
    current: () => store.state().draft,
    /** Every edit; what is said about the rule edited is taken back. */
    edit: (change: (form: ExperimentForm) => ExperimentForm, ruleKey?: string) =>
      store.send({ type: 'edited', change, keep: (found) => afterEditOf(found, ruleKey) }),
  }));

  function refuse(found: readonly Problem<SaveCode>[], checked: ExperimentForm): void {
    store.send({ type: 'refused', problems: withRuleKeys(found, checked) });
  }

  /** Whether a save would get past what the console can check; shows what would not. */
  async function check(): Promise<boolean> {
    const checked = current();
    const found = await checkWithRegexes(() => problemsOfForm(checked, references));
    if (found.length > 0) refuse(found, checked);
    return found.length === 0;
  }

  /** Sends once; answers what is saved, or undefined when it is not. */
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
    /** The edits were made before a reload. */
    isRestored: state.isRestored && isChanged,
    /** Grows with every save that failed: when it does, what is wrong takes the focus. */
    attempts: state.attempts,
    conflict: state.conflict,
    dismissConflict: () => store.send({ type: 'conflictDismissed' }),
    // A session that ended leads to the login without a question: the draft is there afterwards.
    hasUnsaved: () => {
      const now = store.state();
      return !now.isBusy && !isSame(now.saved, now.draft) && session() !== undefined;
    },
    /** The user leaves, and leaves the changes behind. */
    giveUp,
    current,
    edit,
    check,
    save,
    /** Back to what is saved, as far as it is known here. */
    reset: () => store.send({ type: 'reset' }),
    /** Starts again from what somebody else saved. */
    load: (fresh: Experiment) => store.send({ type: 'replaced', ...savedForm(fresh, references) }),
  };
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
  // Pausing and restarting make new versions too; only other rules make a conflict.
  const version = isSame(saved, loaded.draft) ? loaded.version : stored.version;
  return startForm<ExperimentForm, SaveCode>(loaded, { draft, saved, version, conflict });
}

/** What is saved; of a new experiment, nothing. */
function savedForm(
  experiment: Experiment | undefined,
  { toggles }: References,
): Version<ExperimentForm> {
  const toggle = experiment && toggles.get(experiment.toggleId);
  const draft = experiment && toggle ? formOf(experiment, toggle) : NO_TOGGLE;
  return { draft, version: experiment?.version };
}
