import { isProduction } from '@comporta/contract/applications/production';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import type { Overwritten } from '../../ui/forms/submit-form.ts';
import { useHasLeft } from '../../ui/forms/use-has-left.ts';
import type { LocalUndo } from '../../ui/use-local-undo.ts';
import { withKeysOf } from '../changes/experiment-changes.ts';
import type { References } from '../references.ts';
import { type DoneSave, useNoSaveUndoOf, useSaveUndo } from '../use-save-undo.ts';
import type { ExperimentForm } from './experiment-form.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface SavedEditor {
  readonly editor: ExperimentEditor;
  readonly place: EnvironmentRef;
  /** Absent for an experiment that is not created yet. */
  readonly experiment: Experiment | undefined;
  readonly references: References;
  readonly undo: LocalUndo;
}

export type EditorSaving = ReturnType<typeof useEditorSaving>;

/** The steps from the save button to the list: the check, the review in production, the save, and its undo. */
export function useEditorSaving({ editor, place, experiment, references, undo }: SavedEditor) {
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const tellOfSave = useSaveUndo(references);
  const done = useRef<DoneSave>(undefined);
  useNoSaveUndoOf(experiment?.id);
  const [dialog, setDialog] = useState<'changes' | 'clone' | 'save'>();
  /** The open review; it resolves to whether the user wants to save. */
  const [review, setReview] = useState<PromiseWithResolvers<boolean>>();
  const { form, saved, isChanged } = editor;
  const { environment } = useCurrentEnvironment();
  const needsApproval = (environment?.changePolicy?.approvals ?? 0) > 0;
  const needsReview = environment !== undefined && isProduction(environment);

  function toList(envId = place.envId) {
    if (done.current !== undefined) tellOfSave(done.current);
    if (hasLeft()) return;
    const savedId = done.current?.experiment.id;
    void navigate(pathTo('experiments', { appId: place.appId, envId }), { state: { savedId } });
  }

  /** Resolves to whether the edits may be saved: where real users are affected, the user reviews them first. */
  async function isReviewed(): Promise<boolean> {
    if (!needsReview || (experiment !== undefined && !isChanged)) return true;
    const opened = Promise.withResolvers<boolean>();
    setReview(opened);
    const isConfirmed = await opened.promise;
    setReview(undefined);
    return isConfirmed;
  }

  /** Resolves to whether the save succeeded. */
  async function send(overwritten?: Overwritten<ExperimentForm>): Promise<boolean> {
    // The edits are about to be saved, so their local undo offers are withdrawn.
    undo.withdraw();
    const theirs = overwritten?.draft && withKeysOf(overwritten.draft, form);
    const before = overwritten === undefined ? saved : theirs;
    const answer = await editor.save(overwritten);
    if (answer === undefined) return false;
    done.current = { experiment: answer, form, former: experiment && before };
    return true;
  }

  async function save(overwritten?: Overwritten<ExperimentForm>) {
    if (await send(overwritten)) toList();
  }

  return {
    needsReview: needsReview || needsApproval,
    review,
    dialog,
    show: setDialog,
    closeDialog: () => setDialog(undefined),
    toList,
    save,
    /** Saves the edits before they are cloned, and stays on the screen. */
    saveFirst: async () => (await editor.check()) && (await isReviewed()) && (await send()),
    submit: async () => {
      if (editor.isBusy || !(await editor.check())) return;
      if (needsApproval && isChanged) setDialog('save');
      else if (await isReviewed()) await save();
    },
    /** Asks when and how the edits are applied. */
    askHow: async () => {
      if (!editor.isBusy && (await editor.check())) setDialog('save');
    },
    /** To be called when the edits were filed as a change request: they are no edits of this screen any more. */
    leaveEdits: () => {
      undo.withdraw();
      setDialog(undefined);
      editor.reset();
    },
  };
}
