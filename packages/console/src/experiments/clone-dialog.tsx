import type { Environment } from '@comporta/contract/applications/application';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { cloneTo, experimentSummariesQuery } from '../data/experiment-queries.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { Alert, Notice } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { Radio } from '../ui/controls/radio.ts';
import styles from '../ui/controls/radio-list.module.css';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { useTask } from '../ui/forms/use-task.ts';
import type { ExperimentForm } from './editor/experiment-form.ts';
import { problemsOfSave } from './editor/experiment-problems.ts';
import { InWords } from './editor/in-words.tsx';
import { problemInWords } from './editor/problem-words.ts';
import type { References } from './references.ts';

interface CloneDialogProps {
  readonly experiment: Experiment;
  /** The saved rules, which are cloned. */
  readonly saved: ExperimentForm;
  readonly references: References;
  readonly isChanged: boolean;
  /** Saves the edits of this editor; resolves to whether they were saved. */
  readonly onSave: () => Promise<boolean>;
  readonly onCloned: (destination: Environment) => void;
  readonly onClose: () => void;
}

/** Copies the saved rules to another environment of the application. */
export function CloneDialog(props: CloneDialogProps) {
  const { experiment, saved, references, isChanged, onSave, onCloned, onClose } = props;
  const t = useTranslations();
  const client = useQueryClient();
  const { destinations, isTaken } = useDestinations(experiment);
  const [chosenId, setChosenId] = useState('');
  const { isBusy, problem, setProblem, run } = useTask({ textOf, onFiled: onClose });
  const chosen = destinations.find(({ id }) => id === chosenId);

  function textOf(error: unknown): string | undefined {
    const [refusal] = problemsOfSave(error) ?? [];
    return refusal && problemInWords(t, refusal, references);
  }

  async function clone(savesFirst: boolean) {
    if (chosen === undefined) {
      setProblem(t('experiment.clone.choose'));
      return;
    }
    await run(async () => {
      if (savesFirst && !(await onSave())) return onClose();
      await cloneTo(client, experiment, chosen.id);
      onCloned(chosen);
    });
  }

  const isPossible = destinations.some(({ id }) => !isTaken(id));
  return (
    <Dialog
      title={t('experiment.clone.label')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose} data-autofocus={!isPossible || undefined}>
            {t('common.cancel')}
          </Button>
          {isPossible && isChanged && (
            <Button variant="default" disabled={isBusy} onClick={() => void clone(true)}>
              {t('experiment.clone.saveAndClone')}
            </Button>
          )}
          {isPossible && (
            <Button loading={isBusy} onClick={() => void clone(false)}>
              {isChanged ? t('experiment.clone.confirmSaved') : t('experiment.clone.confirm')}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      {isChanged && <Notice tone="warning">{t('experiment.clone.savedOnly')}</Notice>}
      {destinations.length === 0 && <p>{t('experiment.clone.noOther')}</p>}
      <fieldset className={styles.list}>
        <legend>{t('experiment.clone.destination')}</legend>
        {destinations.map(({ id, name }) => (
          <Radio
            key={id}
            name="destination"
            value={id}
            checked={id === chosenId}
            disabled={isTaken(id)}
            label={name}
            description={isTaken(id) && t('experiment.clone.hasExperiment')}
            onChange={() => {
              setChosenId(id);
              setProblem(undefined);
            }}
          />
        ))}
      </fieldset>
      <p>
        {chosen === undefined
          ? t('experiment.clone.previewAny')
          : t('experiment.clone.preview', { environment: chosen.name })}
      </p>
      <InWords rules={saved.rules} references={references} />
    </Dialog>
  );
}

/** The other environments, and which of them already have an experiment for the toggle. */
function useDestinations({ appId, envId, toggleId }: Experiment) {
  const { application } = useCurrentEnvironment();
  const { data: summaries } = useQuery(experimentSummariesQuery(appId));
  const mayEdit = useMayEdit();
  return {
    destinations: application?.environments.filter(({ id }) => id !== envId && mayEdit(id)) ?? [],
    isTaken: (id: string) =>
      summaries?.some((one) => one.envId === id && one.toggleId === toggleId) === true,
  };
}
