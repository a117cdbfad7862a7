import type { Analysis } from '@comporta/contract/analyses/analysis';
import { startPhase } from '@comporta/contract/analyses/analysis-api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { beginPhase, forgetMeasured } from '../../data/analysis-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

interface PhaseDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
}

/** Starts a new phase with no users, with a new assignment if the user wants one. */
export function PhaseDialog({ analysis, onClose }: PhaseDialogProps) {
  const t = useTranslations('analysis');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const client = useQueryClient();
  const [rerandomises, setRerandomises] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    setBusy(true);
    try {
      await beginPhase(analysis, rerandomises);
      await forgetMeasured(client, analysis.appId);
      onClose();
    } catch (error) {
      const code = refusalOf(startPhase, error);
      setProblem(
        code === undefined ? failureText(error) : t(`error.${code}`, { limit: 0, state: '' }),
      );
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t('newPhase')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void begin()}>
            {t('newPhase')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      <p>{t('newPhaseHint')}</p>
      <Checkbox
        label={t('rerandomise')}
        checked={rerandomises}
        onChange={(event) => setRerandomises(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
