import type { Analysis } from '@comporta/contract/analyses/analysis';
import { stopAnalysis } from '@comporta/contract/analyses/analysis-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { endAnalysis, forgetMeasured } from '../../data/analysis-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Radio } from '../../ui/controls/radio.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { useFigures } from '../words/use-figures.ts';

interface StopDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** Ends the measuring: at once, or when every user's time window is over. */
export function StopDialog({ analysis, onClose }: StopDialogProps) {
  const t = useTranslations('analysis');
  const common = useTranslations('common');
  const figures = useFigures();
  const client = useQueryClient();
  const canWait = analysis.state === 'RUNNING';
  const [waits, setWaits] = useState(canWait);
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useTask({ textOf });
  const longest = Math.max(0, ...analysis.metrics.map(({ windowHours }) => windowHours));
  const lastWindow = new Date(Date.now() + longest * HOUR_MS).toISOString();

  function textOf(error: unknown): string | undefined {
    const code = refusalOf(stopAnalysis, error);
    return code && t(`error.${code}`, { limit: 500, state: '' });
  }

  const stop = () =>
    run(async () => {
      await endAnalysis(analysis, { wait: waits, reason });
      await forgetMeasured(client, analysis.appId);
      onClose();
    });

  return (
    <Dialog
      title={t('stop')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button color="danger" loading={isBusy} onClick={() => void stop()}>
            {t('stop')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      {canWait && (
        <Radio.Group
          aria-label={t('stop')}
          value={waits ? 'wait' : 'now'}
          onChange={(value) => setWaits(value === 'wait')}
        >
          <Radio
            value="wait"
            data-autofocus
            label={t('stopWait', { date: figures.day(lastWindow) })}
          />
          <Radio mt={6} value="now" label={t('stopNow')} />
        </Radio.Group>
      )}
      <Textarea
        label={t('stopReason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
