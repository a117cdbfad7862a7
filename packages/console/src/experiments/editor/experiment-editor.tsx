import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import { LateComing } from '../../parts/coming/late-coming.tsx';
import { LateOlderReaders } from '../../parts/older-readers/late-older-readers.tsx';
import { AskRollOut } from '../../parts/roll-out/ask-roll-out.tsx';
import { Notice } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { type LocalUndo, useLocalUndo } from '../../ui/use-local-undo.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { changesBetween, withKeysOf } from '../changes/experiment-changes.ts';
import { bringsNewerWords } from '../changes/newer-words-in.ts';
import type { References } from '../references.ts';
import { newRuleKey } from '../rule/edited-rule.ts';
import { useRuleActions } from './actions/use-rule-actions.ts';
import { EditorRules } from './editor-rules.tsx';
import { ErrorSummary } from './error-summary.tsx';
import styles from './experiment-editor.module.css';
import { type ExperimentForm, formOf, NO_TOGGLE, startForToggle } from './experiment-form.ts';
import { type EditorPanel, ExperimentToolbar } from './experiment-toolbar.tsx';
import { InWords } from './in-words.tsx';
import { problemInWords } from './problem-words.ts';
import { SaveBar } from './save-bar.tsx';
import { ToggleChoice } from './toggle-choice.tsx';
import { useEditorSaving } from './use-editor-saving.ts';
import { type ExperimentEditor as Editor, useExperimentEditor } from './use-experiment-editor.ts';

const EditorSidePanel = lazy(async () => ({
  default: (await import('./editor-side-panel.tsx')).EditorSidePanel,
}));
const EditorDialogs = lazy(async () => ({
  default: (await import('./editor-dialogs.tsx')).EditorDialogs,
}));

interface ExperimentEditorProps {
  readonly place: EnvironmentRef;
  readonly references: References;
  /** Absent for an experiment that is not created yet. */
  readonly experiment?: Experiment;
  /** The toggle of a new experiment, when the user came from that toggle. */
  readonly preselected?: Toggle | undefined;
  /** The experiment of another environment whose rules are to be tried here. */
  readonly copied?: Experiment | undefined;
}

export function ExperimentEditor(props: ExperimentEditorProps) {
  const { place, references, experiment, preselected, copied } = props;
  const t = useTranslations();
  const editor = useExperimentEditor({ place, experiment, preselected, references });
  const { form, saved, isChanged } = editor;
  const toggle = references.toggles.get(form.toggleId);
  const undo = useLocalUndo();
  const rules = useRuleActions({ editor, toggle, references, undo });
  const saving = useEditorSaving({ editor, place, experiment, references, undo });
  const [panel, setPanel] = useState<EditorPanel>();
  const [isRollingOut, setRollingOut] = useState(false);
  const { environment } = references;
  const uses = useMemo(
    () =>
      bringsNewerWords(saved, form, references)
        ? [{ envId: place.envId, toggleId: form.toggleId }]
        : [],
    [saved, form, references, place.envId],
  );
  const isReadOnly = useIsReadOnly();
  const saveLabel = saving.needsReview ? 'experiment.review' : 'experiment.saveTo';

  const { replace, reset, choose } = useReplacements({ editor, undo, toggle, copied });
  const canTest = toggle !== undefined;
  const canLookBack = experiment !== undefined && toggle !== undefined;
  const show = (wanted: EditorPanel) =>
    setPanel((current) => (current === wanted ? undefined : wanted));
  useShortcut(canTest ? 't' : undefined, () => show('test'));
  useShortcut(canLookBack ? 'h' : undefined, () => show('history'));

  /** Shows what a restored version changes: the drawer would lie over it, and over the button that saves it. */
  function showRestored() {
    setPanel(undefined);
    const restored = editor.current();
    const changed = changesBetween(saved, restored).find(({ kind }) => kind !== 'removed');
    const { key } = changed?.rule ?? restored.rules[0] ?? {};
    if (key !== undefined) rules.actions.close(key);
  }

  const isAsking = saving.dialog ?? saving.review ?? editor.conflict;
  const [toggleProblem] = editor.problems.general.filter(({ at }) => at[0] === 'toggleId');
  return (
    <>
      <ExperimentToolbar
        experiment={experiment}
        references={references}
        canTest={canTest}
        panel={panel}
        onShow={show}
        onClone={() => saving.show('clone')}
        onRollOut={isChanged ? undefined : () => setRollingOut(true)}
      />
      <div className={styles.editor}>
        {editor.isRestored && <RestoredNotice onDiscard={editor.reset} />}
        {experiment !== undefined && toggle !== undefined && (
          <LateComing toggle={toggle} experimentId={experiment.id} />
        )}
        <ErrorSummary editor={editor} references={references} onVisit={rules.visit} />
        {experiment === undefined && !isReadOnly && (
          <ToggleChoice
            appId={place.appId}
            references={references}
            toggleId={form.toggleId}
            error={toggleProblem && problemInWords(t, toggleProblem, references)}
            fieldRef={rules.refs.at('toggleId')}
            onChange={choose}
          />
        )}
        {isReadOnly && <InWords rules={form.rules} references={references} />}
        {toggle !== undefined && !isReadOnly && (
          <EditorRules
            {...rules}
            editor={editor}
            toggle={toggle}
            references={references}
            onPaste={(pasted) => replace(pasted, t('experiment.paste.done'))}
          />
        )}
        <LateOlderReaders appId={place.appId} uses={uses} />
        {!isReadOnly && (
          <SaveBar
            saveLabel={t(saveLabel, { environment })}
            changes={experiment && changesBetween(saved, form).length}
            isChanged={isChanged}
            isBusy={editor.isBusy}
            onTest={canTest ? () => show('test') : undefined}
            onShowChanges={() => saving.show('changes')}
            onReset={reset}
            onSave={() => void saving.submit()}
            onSaveOtherwise={
              toggle !== undefined && isChanged ? () => void saving.askHow() : undefined
            }
          />
        )}
      </div>
      {panel !== undefined && toggle !== undefined && (
        <Suspense>
          <EditorSidePanel
            panel={panel}
            onClose={() => setPanel(undefined)}
            onRestored={showRestored}
            {...{ place, editor, experiment, toggle, references, replace }}
          />
        </Suspense>
      )}
      <span role="status" className="visually-hidden">
        {rules.announcement}
      </span>
      <UnsavedGuard
        hasUnsaved={editor.hasUnsaved}
        isSaving={editor.isBusy}
        onLeave={editor.giveUp}
      />
      {isRollingOut && toggle !== undefined && (
        <AskRollOut
          toggle={toggle}
          environment={{ id: place.envId, name: environment }}
          experimentId={experiment?.id}
          onClose={() => setRollingOut(false)}
        />
      )}
      {isAsking !== undefined && (
        <Suspense>
          <EditorDialogs
            place={place}
            editor={editor}
            saving={saving}
            experiment={experiment}
            toggle={toggle}
            references={references}
            olderReaders={<LateOlderReaders appId={place.appId} uses={uses} />}
          />
        </Suspense>
      )}
    </>
  );
}

interface Replacing {
  readonly editor: Editor;
  readonly undo: LocalUndo;
  readonly toggle: Toggle | undefined;
  readonly copied: Experiment | undefined;
}

/** The actions that replace all edits, each with an undo. */
function useReplacements({ editor, undo, toggle, copied }: Replacing) {
  const t = useTranslations('experiment');
  const navigate = useNavigate();
  const { form } = editor;

  function offerBack(edited: ExperimentForm) {
    undo.withdraw();
    undo.offer({ text: t('resetDone'), undo: () => editor.edit(() => edited) });
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

  /** Replaces the rules without saving, and shows their problems at once. */
  function replace(rules: ExperimentForm['rules'], text: string) {
    undo.withdraw();
    editor.edit(({ toggleId }) => withKeysOf({ toggleId, rules }, form));
    undo.offer({ text, undo: () => editor.edit(() => form) });
    void editor.check();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each copied experiment.
  useEffect(() => {
    if (copied === undefined || toggle === undefined) return;
    const rules = formOf(copied, toggle).rules.map(({ id: _, ...rule }) => rule);
    replace(rules, t('copied'));
    // The copied rules must not replace later edits again after a reload.
    void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [copied]);

  return { replace, reset, choose };
}

/** Tells that edits from before a reload were restored, and offers to discard them. */
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
