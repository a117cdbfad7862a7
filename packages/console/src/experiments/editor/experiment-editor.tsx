import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { isProduction } from '../../base/environments.ts';
import { pathTo } from '../../base/paths.ts';
import { Notice } from '../../ui/alert.tsx';
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useLocalUndo } from '../../ui/use-local-undo.ts';
import { ChangesDialog } from '../changes/changes-dialog.tsx';
import { changesBetween, withKeysOf } from '../changes/experiment-changes.ts';
import { ReviewDialog } from '../changes/review-dialog.tsx';
import { CloneDialog } from '../clone-dialog.tsx';
import type { Place } from '../experiment-queries.ts';
import { newRuleKey } from '../rule/edited-rule.ts';
import type { Surroundings } from '../surroundings.ts';
import { TestPanel } from '../test/test-panel.tsx';
import { type DoneSave, useNoSaveUndoOf, useSaveUndo } from '../use-save-undo.ts';
import { CopyRules } from './copy-rules.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { ExperimentConflict } from './experiment-conflict.tsx';
import styles from './experiment-editor.module.css';
import { type ExperimentForm, NO_TOGGLE, startForToggle } from './experiment-form.ts';
import { ExperimentToolbar } from './experiment-toolbar.tsx';
import { InWords } from './in-words.tsx';
import { problemInWords } from './problem-words.ts';
import { OPEN_ALL_UP_TO, RuleChain } from './rule-chain.tsx';
import { SaveBar } from './save-bar.tsx';
import { ToggleChoice } from './toggle-choice.tsx';
import { useExperimentEditor } from './use-experiment-editor.ts';
import { useRuleActions } from './use-rule-actions.ts';

interface ExperimentEditorProps {
  readonly place: Place;
  readonly surroundings: Surroundings;
  /** Absent for an experiment that is yet to be created. */
  readonly experiment?: Experiment;
  /** The toggle of a new experiment, when the user came from it. */
  readonly preselected?: Toggle | undefined;
}

export function ExperimentEditor(props: ExperimentEditorProps) {
  const { place, surroundings, experiment, preselected } = props;
  const t = useTranslations();
  const navigate = useNavigate();
  const editor = useExperimentEditor({ place, experiment, preselected, surroundings });
  const { form, saved, isChanged } = editor;
  const toggle = surroundings.toggles.get(form.toggleId);
  const undo = useLocalUndo();
  const { actions, openKey, announcement } = useRuleActions({ editor, toggle, surroundings, undo });
  const tellOfSave = useSaveUndo(surroundings);
  const done = useRef<DoneSave>(undefined);
  useNoSaveUndoOf(experiment?.id);
  const [dialog, setDialog] = useState<'review' | 'changes' | 'clone'>();
  const [isTesting, setTesting] = useState(false);
  const rules = useRef<HTMLDivElement>(null);
  const { environment } = surroundings;
  const needsReview = isProduction(environment);
  const closeDialog = () => setDialog(undefined);

  function toList(envId = place.envId) {
    if (done.current !== undefined) tellOfSave(done.current);
    void navigate(pathTo('experiments', { appId: place.appId, envId }));
  }

  /** Answers whether it is saved. `overwritten`: somebody else's rules, as far as they are known. */
  async function send(ifMatch?: number, overwritten?: ExperimentForm): Promise<boolean> {
    // What was edited is as good as saved: an undo of it would come too late.
    undo.withdraw();
    const before = ifMatch === undefined ? saved : overwritten && withKeysOf(overwritten, form);
    const answer = await editor.save(ifMatch);
    if (answer === undefined) return false;
    done.current = { experiment: answer, form, former: experiment && before };
    return true;
  }

  async function save(ifMatch?: number, overwritten?: ExperimentForm) {
    const isSaved = await send(ifMatch, overwritten);
    closeDialog();
    if (isSaved) toList();
  }

  async function onSave() {
    if (editor.isBusy || !(await editor.check())) return;
    if (needsReview && (isChanged || experiment === undefined)) setDialog('review');
    else void save();
  }

  function onReset() {
    const edited = form;
    editor.reset();
    offerBack(edited);
  }

  function offerBack(edited: ExperimentForm) {
    undo.withdraw();
    undo.offer({ text: t('experiment.resetDone'), undo: () => editor.edit(() => edited) });
  }

  function choose(chosen: Toggle | undefined) {
    const edited = form;
    editor.edit(() => (chosen ? startForToggle(chosen, newRuleKey()) : NO_TOGGLE));
    if (edited.rules.length > 1) offerBack(edited);
    else undo.withdraw();
  }

  function visit(ruleKey: string | undefined, index: number) {
    if (ruleKey === undefined) {
      rules.current?.querySelector<HTMLElement>('[data-part="toggle"] input')?.focus();
      return;
    }
    actions.open(ruleKey);
    // The fields of a rule are drawn only once it is open.
    requestAnimationFrame(() => {
      const faulty = document.querySelectorAll<HTMLElement>(`#${ruleKey} [aria-invalid="true"]`);
      (faulty[index] ?? faulty[0])?.focus();
    });
  }

  const [toggleProblem] = editor.problems.general.filter(({ at }) => at[0] === 'toggleId');
  return (
    <>
      <ExperimentToolbar
        experiment={experiment}
        surroundings={surroundings}
        canTest={toggle !== undefined}
        isTesting={isTesting}
        onTest={() => setTesting((isOpen) => !isOpen)}
        onClone={() => setDialog('clone')}
      />
      <div className={styles.columns} data-testing={isTesting || undefined}>
        {isTesting && toggle !== undefined && (
          <div className={styles.panel}>
            <TestPanel
              place={place}
              form={form}
              surroundings={surroundings}
              check={editor.check}
              onClose={() => setTesting(false)}
            />
          </div>
        )}
        <div ref={rules} className={styles.editor}>
          {editor.isRestored && (
            <div className={styles.restored}>
              <Notice tone="warning">
                {t('experiment.restored')}{' '}
                <Button size="compact-sm" variant="default" onClick={editor.reset}>
                  {t('experiment.discardRestored')}
                </Button>
              </Notice>
            </div>
          )}
          <ErrorSummary editor={editor} surroundings={surroundings} onVisit={visit} />
          {experiment === undefined && (
            <ToggleChoice
              appId={place.appId}
              surroundings={surroundings}
              toggleId={form.toggleId}
              error={toggleProblem && problemInWords(t, toggleProblem, surroundings)}
              onChange={choose}
            />
          )}
          {toggle !== undefined && (
            <>
              <div className={styles.tools}>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} />}
                  onClick={actions.add}
                >
                  {t('experiment.addRule')}
                </Button>
                <span className={styles.hint}>{t('experiment.rulesHint')}</span>
                <CopyRules form={form} />
              </div>
              <RuleChain
                editor={editor}
                toggle={toggle}
                surroundings={surroundings}
                openKey={openKey}
                actions={actions}
              />
              {form.rules.length <= OPEN_ALL_UP_TO && (
                <section className={styles.words} aria-label={t('experiment.inWords')}>
                  <h2>{t('experiment.inWords')}</h2>
                  <InWords rules={form.rules} surroundings={surroundings} />
                </section>
              )}
            </>
          )}
          <SaveBar
            saveLabel={t(needsReview ? 'experiment.review' : 'experiment.saveTo', { environment })}
            changes={experiment && changesBetween(saved, form).length}
            isChanged={isChanged}
            isBusy={editor.isBusy}
            onShowChanges={() => setDialog('changes')}
            onReset={onReset}
            onSave={() => void onSave()}
          />
        </div>
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      <UnsavedGuard hasUnsaved={editor.hasUnsaved} onLeave={editor.giveUp} />
      {dialog === 'review' && (
        <ReviewDialog
          saved={saved}
          form={form}
          pausedValue={experiment?.status === 'PAUSED' ? toggle?.defaultValue : undefined}
          surroundings={surroundings}
          isNew={experiment === undefined}
          isBusy={editor.isBusy}
          onSave={() => void save()}
          onClose={closeDialog}
        />
      )}
      {dialog === 'changes' && (
        <ChangesDialog
          saved={saved}
          form={form}
          surroundings={surroundings}
          onClose={closeDialog}
        />
      )}
      {dialog === 'clone' && experiment !== undefined && (
        <CloneDialog
          experiment={experiment}
          saved={saved}
          surroundings={surroundings}
          isChanged={isChanged}
          onSave={async () => (await editor.check()) && (await send())}
          onCloned={({ id, name }) => {
            toast({ text: t('experiment.clone.done', { environment: name }) });
            toList(id);
          }}
          onClose={closeDialog}
        />
      )}
      {editor.conflict !== undefined && experiment !== undefined && toggle !== undefined && (
        <ExperimentConflict
          experimentKey={experiment}
          conflict={editor.conflict}
          editor={editor}
          toggle={toggle}
          surroundings={surroundings}
          onOverwrite={(theirs) => void save(editor.conflict?.version, theirs)}
        />
      )}
    </>
  );
}
