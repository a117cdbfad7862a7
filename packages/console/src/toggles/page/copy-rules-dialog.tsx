import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { cloneTo } from '../../data/experiment-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Radio } from '../../ui/controls/radio.ts';
import styles from '../../ui/controls/radio-list.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';

interface CopyRulesDialogProps {
  readonly toggle: Toggle;
  /** The experiment whose rules are copied. */
  readonly experiment: ExperimentSummary;
  /** The effect of these rules, in words. */
  readonly sentence: string;
  /** The experiments of the toggle, by environment. */
  readonly experiments: ReadonlyMap<string, ExperimentSummary>;
  readonly onClose: () => void;
}

/** Copies rules to another environment: as its experiment, or if it already has one, as a draft of its rules. */
export function CopyRulesDialog(props: CopyRulesDialogProps) {
  const { toggle, experiment, sentence, experiments, onClose } = props;
  const t = useTranslations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { application } = useCurrentEnvironment();
  const [chosenId, setChosenId] = useState('');
  const { isBusy, problem, setProblem, run } = useTask({ onFiled: onClose });
  const { appId } = toggle;
  const mayEdit = useMayEdit();
  const destinations =
    application?.environments.filter(({ id }) => id !== experiment.envId && mayEdit(id)) ?? [];
  const there = experiments.get(chosenId);
  const chosen = destinations.find(({ id }) => id === chosenId);

  async function copy() {
    if (chosen === undefined) return setProblem(t('experiment.clone.choose'));
    if (there !== undefined) {
      const { envId, id } = there;
      const copied = { envId: experiment.envId, id: experiment.id };
      void navigate(pathTo('experiment', { appId, envId, id }), { state: { copied } });
      return;
    }
    await run(async () => {
      await cloneTo(client, { appId, ...experiment }, chosen.id);
      toast({ text: t('experiment.clone.done', { environment: chosen.name }) });
      onClose();
    });
  }

  return (
    <Dialog
      title={t('toggle.environments.copyTitle')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void copy()}>
            {t(there === undefined ? 'experiment.clone.confirm' : 'toggle.environments.openDraft')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      <p>{t('toggle.environments.copied', { outcome: sentence })}</p>
      <fieldset className={styles.list}>
        <legend>{t('experiment.clone.destination')}</legend>
        {destinations.map(({ id, name }) => (
          <Radio
            key={id}
            name="destination"
            value={id}
            checked={id === chosenId}
            label={name}
            description={t(
              experiments.has(id) ? 'toggle.environments.asDraft' : 'toggle.environments.atOnce',
            )}
            onChange={() => {
              setChosenId(id);
              setProblem(undefined);
            }}
          />
        ))}
      </fieldset>
      {destinations.length === 0 && <p>{t('experiment.clone.noOther')}</p>}
    </Dialog>
  );
}
