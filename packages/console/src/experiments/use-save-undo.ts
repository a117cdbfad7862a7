import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { pathTo } from '../base/paths.ts';
import { fetchExperiment, saveExperiment } from '../data/experiment-queries.ts';
import { session } from '../data/stored/session.ts';
import { conflictIn } from '../ui/forms/conflict-in.ts';
import { writeEdits } from '../ui/forms/remembered-edits.ts';
import { dismiss, toast } from '../ui/toast-store.ts';
import { type ExperimentForm, formOf, isSame, sentOf } from './editor/experiment-form.ts';
import { problemsOfSave } from './editor/experiment-problems.ts';
import { problemInWords } from './editor/problem-words.ts';
import { draftMemory } from './editor/stored-draft.ts';
import type { References } from './references.ts';

/** A successful save. */
export interface DoneSave {
  readonly experiment: Experiment;
  /** The rules that were saved. */
  readonly form: ExperimentForm;
  /** The rules before the save; undefined when there were none, or when they are not known. */
  readonly former: ExperimentForm | undefined;
}

/** The toasts that offer to undo a save, by the id of the experiment. */
const offers = new Map<string, number>();

/**
 * Reports a save and offers to undo it. The undo restores the former rules only if nobody saved other rules
 * since.
 */
export function useSaveUndo(references: References): (save: DoneSave) => void {
  const t = useTranslations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { environment, toggles } = references;

  async function takeBack(save: DoneSave & { readonly former: ExperimentForm }) {
    const { experiment, form, former } = save;
    const { appId, envId, id, toggleName: toggle } = experiment;
    try {
      const ifMatch = await versionToUndo(save);
      await saveExperiment(client, experiment, { body: sentOf(former), ifMatch });
      toast({ text: t('experiment.saveUndone', { toggle, environment }) });
    } catch (error) {
      const conflict = conflictIn(error);
      if (conflict !== undefined) {
        // The editor lets the user decide which rules to keep: it opens the former rules as unsaved edits.
        const memory = draftMemory(session()?.user_name ?? '', envId, { id });
        writeEdits(memory, { draft: former, saved: form, version: experiment.version, conflict });
        void navigate(pathTo('experiment', { appId, envId, id }));
      } else toast({ text: t('experiment.notUndone', { reason: reasonOf(error) }) });
    }
  }

  /** Pausing and restarting also create versions; only changed rules are somebody else's save. */
  async function versionToUndo({ experiment, form }: DoneSave): Promise<number> {
    const current = await fetchExperiment(experiment);
    const toggle = toggles.get(current.toggleId);
    const isUntouched = toggle !== undefined && isSame(formOf(current, toggle), form);
    return isUntouched ? current.version : experiment.version;
  }

  function reasonOf(error: unknown): string {
    if (isNotFound(error)) return t('experiment.error.NOT_FOUND');
    const [problem] = problemsOfSave(error) ?? [];
    return problem ? problemInWords(t, problem, references) : failureText(error);
  }

  return ({ former, ...save }) => {
    const { id, toggleName: toggle } = save.experiment;
    const text = t('experiment.saved', { toggle, environment });
    const undo = former && (() => void takeBack({ ...save, former }));
    const { appId, envId } = save.experiment;
    const link = { text: t('common.view'), to: pathTo('experiment', { appId, envId, id }) };
    offers.set(id, toast({ text, link, ...(undo && { undo }) }));
  };
}

/**
 * Withdraws the undo of an experiment's save when the experiment is opened again: further edits are based on
 * that save.
 */
export function useNoSaveUndoOf(experimentId: string | undefined): void {
  useEffect(() => {
    const offer = offers.get(experimentId ?? '');
    if (offer !== undefined) dismiss(offer);
  }, [experimentId]);
}
