import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../../ui/alert.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { useLocalUndo } from '../../ui/use-local-undo.ts';
import { changesBetween } from '../changes/experiment-changes.ts';
import type { EnvironmentRef } from '../experiment-queries.ts';
import type { References } from '../references.ts';
import { newRuleKey } from '../rule/edited-rule.ts';
import { TestPanel } from '../test/test-panel.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import { EditorRules } from './editor-rules.tsx';
import { ErrorSummary } from './error-summary.tsx';
import styles from './experiment-editor.module.css';
import { type ExperimentForm, NO_TOGGLE, startForToggle } from './experiment-form.ts';
import { ExperimentToolbar } from './experiment-toolbar.tsx';
import { problemInWords } from './problem-words.ts';
import { SaveBar } from './save-bar.tsx';
import { ToggleChoice } from './toggle-choice.tsx';
import { useEditorSaving } from './use-editor-saving.ts';
import { useExperimentEditor } from './use-experiment-editor.ts';
import { useRuleActions } from './use-rule-actions.ts';

interface ExperimentEditorProps {
  readonly place: EnvironmentRef;
  readonly references: References;
  /** Absent for an experiment that is yet to be created. */
  readonly experiment?: Experiment;
  /** The toggle of a new experiment, when the user came from it. */
  readonly preselected?: Toggle | undefined;
}

export function ExperimentEditor(props: ExperimentEditorProps) {
  const { place, references, experiment, preselected } = props;
  const t = useTranslations();
  const editor = useExperimentEditor({ place, experiment, preselected, references });
  const { form, saved, isChanged } = editor;
  const toggle = references.toggles.get(form.toggleId);
  const undo = useLocalUndo();
  const rules = useRuleActions({ editor, toggle, references, undo });
  const saving = useEditorSaving({ editor, place, experiment, references, undo });
  const [isTesting, setTesting] = useState(false);
  const { environment } = references;
  const saveLabel = saving.needsReview ? 'experiment.review' : 'experiment.saveTo';

  function offerBack(edited: ExperimentForm) {
    undo.withdraw();
    undo.offer({ text: t('experiment.resetDone'), undo: () => editor.edit(() => edited) });
  }

  function reset() {
    offerBack(form);
    editor.reset();
  }

  function choose(chosen: Toggle | undefined) {
    if (form.rules.length > 1) offerBack(form);
    else undo.withdraw();
    editor.edit(() => (chosen ? startForToggle(chosen, newRuleKey()) : NO_TOGGLE));
  }

  const [toggleProblem] = editor.problems.general.filter(({ at }) => at[0] === 'toggleId');
  return (
    <>
      <ExperimentToolbar
        experiment={experiment}
        references={references}
        canTest={toggle !== undefined}
        isTesting={isTesting}
        onTest={() => setTesting((isOpen) => !isOpen)}
        onClone={() => saving.show('clone')}
      />
      <div className={styles.columns} data-testing={isTesting || undefined}>
        {isTesting && toggle !== undefined && (
          <div className={styles.panel}>
            <TestPanel
              place={place}
              form={form}
              references={references}
              check={editor.check}
              onClose={() => setTesting(false)}
            />
          </div>
        )}
        <div className={styles.editor}>
          {editor.isRestored && <RestoredNotice onDiscard={editor.reset} />}
          <ErrorSummary editor={editor} references={references} onVisit={rules.visit} />
          {experiment === undefined && (
            <ToggleChoice
              appId={place.appId}
              references={references}
              toggleId={form.toggleId}
              error={toggleProblem && problemInWords(t, toggleProblem, references)}
              fieldRef={rules.refs.at('toggleId')}
              onChange={choose}
            />
          )}
          {toggle !== undefined && (
            <EditorRules {...rules} editor={editor} toggle={toggle} references={references} />
          )}
          <SaveBar
            saveLabel={t(saveLabel, { environment })}
            changes={experiment && changesBetween(saved, form).length}
            isChanged={isChanged}
            isBusy={editor.isBusy}
            onShowChanges={() => saving.show('changes')}
            onReset={reset}
            onSave={() => void saving.submit()}
          />
        </div>
      </div>
      <span role="status" className="visually-hidden">
        {rules.announcement}
      </span>
      <UnsavedGuard hasUnsaved={editor.hasUnsaved} onLeave={editor.giveUp} />
      <EditorDialogs
        editor={editor}
        saving={saving}
        experiment={experiment}
        toggle={toggle}
        references={references}
      />
    </>
  );
}

/** Edits from before a reload are there again; they may be unwelcome. */
function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  const t = useTranslations('experiment');
  return (
    <div className={styles.restored}>
      <Notice tone="warning">
        {t('restored')}{' '}
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('discardRestored')}
        </Button>
      </Notice>
    </div>
  );
}
