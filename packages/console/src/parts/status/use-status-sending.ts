import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { isAnswered } from '../../api/admission.ts';
import { isNotFound } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { changeStatus, type ExperimentKey } from '../../data/experiment-queries.ts';
import { toast } from '../../ui/toast-store.ts';

interface Names {
  /** Absent when the screen shows only this experiment. */
  readonly toggle?: string;
  readonly environment: string;
}

/**
 * Pauses or restarts, reports it after the response, and offers the reverse. A refusal changes nothing and is
 * shown in a toast, unless `onRefused` is given.
 */
export function useStatusSending(onRefused: (text: string) => void = tell) {
  const t = useTranslations('experiment');
  const client = useQueryClient();
  const failureText = useFailureText();

  return async function send(
    key: ExperimentKey,
    action: 'pause' | 'restart',
    names: Names,
  ): Promise<void> {
    const { toggle, environment } = names;
    try {
      await changeStatus(client, key, action);
      const reverse = action === 'pause' ? 'restart' : 'pause';
      toast({
        about: `status of ${key.id}`,
        text:
          toggle === undefined
            ? t(`${action}Done`, { environment })
            : t(`${action}DoneOf`, { toggle, environment }),
        undo: () => void send(key, reverse, names),
      });
    } catch (error) {
      if (isAnswered(error)) return;
      onRefused(isNotFound(error) ? t('error.NOT_FOUND') : failureText(error));
    }
  };
}

function tell(text: string): void {
  toast({ text });
}
