import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import {
  type ExperimentBody,
  type ExperimentKey,
  forgetExperiments,
  removeExperiment,
  saveExperiment,
} from '../../data/experiment-queries.ts';
import { toast } from '../../ui/toast-store.ts';
import type { SwitchedRules } from './rules-switch.tsx';

/** Creates the first rules of a toggle in an environment, and offers to undo that. */
export function useTurnOn(
  { toggle, environment }: Omit<SwitchedRules, 'experiment'>,
  onDone: () => void,
) {
  const t = useTranslations();
  const client = useQueryClient();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const names = { toggle: toggle.name, environment: environment.name };

  async function turnOn(body: ExperimentBody) {
    setBusy(true);
    try {
      const at = { appId: toggle.appId, envId: environment.id };
      const { id, version } = await saveExperiment(client, { ...at, id: undefined }, { body });
      toast({
        text: t('toggle.switch.turnedOn', names),
        undo: () => void takeBack({ ...at, id }, version),
      });
      onDone();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  }

  /** Deletes only the version that was just created: what somebody saved since then stays. */
  async function takeBack(key: ExperimentKey, version: number) {
    try {
      await removeExperiment(key, version);
      toast({ text: t('toggle.switch.turnedOffAgain', names) });
    } catch (error) {
      toast({ text: t('experiment.notUndone', { reason: failureText(error) }) });
    }
    await forgetExperiments(client, key.appId);
  }

  return { turnOn, failure, isBusy };
}
