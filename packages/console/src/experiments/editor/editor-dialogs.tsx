import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import { toast } from '../../ui/toast-store.ts';
import { ChangesDialog } from '../changes/changes-dialog.tsx';
import { ReviewDialog } from '../changes/review-dialog.tsx';
import { CloneDialog } from '../clone-dialog.tsx';
import type { References } from '../references.ts';
import { AskSaveDialog } from '../save/ask-save-dialog.tsx';
import { LateWillHold } from '../save/late-will-hold.tsx';
import { ExperimentConflict } from './experiment-conflict.tsx';
import type { EditorSaving } from './use-editor-saving.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface EditorDialogsProps {
  readonly place: EnvironmentRef;
  readonly editor: ExperimentEditor;
  readonly saving: EditorSaving;
  readonly experiment: Experiment | undefined;
  readonly toggle: Toggle | undefined;
  readonly references: References;
  /** What is to be known before the save. */
  readonly olderReaders: ReactNode;
}

/** The dialogs of the editor. */
export function EditorDialogs(props: EditorDialogsProps) {
  const { place, editor, saving, experiment, toggle, references, olderReaders } = props;
  const t = useTranslations('experiment');
  const { saved, form, isChanged, conflict } = editor;
  const { review, dialog, closeDialog } = saving;
  return (
    <>
      {dialog === 'changes' && (
        <ChangesDialog saved={saved} form={form} references={references} onClose={closeDialog} />
      )}
      {dialog === 'clone' && experiment !== undefined && (
        <CloneDialog
          experiment={experiment}
          saved={saved}
          references={references}
          isChanged={isChanged}
          onSave={saving.saveFirst}
          onCloned={({ id, name }) => {
            toast({ text: t('clone.done', { environment: name }) });
            saving.toList(id);
          }}
          onClose={closeDialog}
        />
      )}
      {dialog === 'save' && toggle !== undefined && (
        <AskSaveDialog
          {...{ place, saved, form, toggle, references, experiment, olderReaders }}
          version={editor.version}
          onSave={() => {
            closeDialog();
            void saving.save();
          }}
          onFiled={saving.leaveEdits}
          onClose={closeDialog}
        />
      )}
      {review !== undefined && (
        <ReviewDialog
          saved={saved}
          form={form}
          pausedValue={experiment?.status === 'PAUSED' ? toggle?.defaultValue : undefined}
          references={references}
          experimentKey={experiment}
          olderReaders={olderReaders}
          willHold={experiment && <LateWillHold {...{ experiment, saved, form }} />}
          onSave={() => review.resolve(true)}
          onClose={() => review.resolve(false)}
        />
      )}
      {conflict !== undefined && experiment !== undefined && toggle !== undefined && (
        <ExperimentConflict
          experimentKey={experiment}
          conflict={conflict}
          editor={editor}
          toggle={toggle}
          references={references}
          onOverwrite={(draft) => void saving.save({ version: conflict.version, draft })}
        />
      )}
    </>
  );
}
