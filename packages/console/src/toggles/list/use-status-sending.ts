import type { Environment } from '@comporta/contract/applications/application';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { isNotFound } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { changeStatus } from '../../experiments/experiment-queries.ts';
import { toast } from '../../ui/toast-store.ts';

interface ExistingRules {
  readonly toggle: Pick<Toggle, 'appId' | 'name'>;
  readonly environment: Pick<Environment, 'id' | 'name'>;
  readonly experiment: Pick<ExperimentSummary, 'id'>;
}

/** Pauses or restarts, and offers the reverse. What is refused leaves everything as it was, and is told. */
export function useStatusSending() {
  const t = useTranslations('experiment');
  const client = useQueryClient();
  const failureText = useFailureText();

  return async function send(rules: ExistingRules, action: 'pause' | 'restart'): Promise<void> {
    const { toggle, environment, experiment } = rules;
    const key = { appId: toggle.appId, envId: environment.id, id: experiment.id };
    try {
      await changeStatus(client, key, action);
      const reverse = action === 'pause' ? 'restart' : 'pause';
      toast({
        text: t(`${action}DoneOf`, { toggle: toggle.name, environment: environment.name }),
        undo: () => void send(rules, reverse),
      });
    } catch (error) {
      toast({ text: isNotFound(error) ? t('error.NOT_FOUND') : failureText(error) });
    }
  };
}
