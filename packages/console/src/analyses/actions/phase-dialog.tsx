import type { Analysis } from '@comporta/contract/analyses/analysis';
import { startPhase } from '@comporta/contract/analyses/analysis-api';
import type { PhaseDraft } from '@comporta/contract/analyses/phase';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { beginPhase, forgetMeasured } from '../../data/analysis-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';

interface PhaseDialogProps {
  readonly analysis: Analysis;
  readonly newUsersOnly?: boolean;
  readonly onClose: () => void;
}

/** Starts a new phase with no users, with a new assignment or without users of earlier phases if the user wants that. */
export function PhaseDialog({ analysis, newUsersOnly = false, onClose }: PhaseDialogProps) {
  const t = useTranslations('analysis');
  const common = useTranslations('common');
  const client = useQueryClient();
  const [draft, setDraft] = useState<PhaseDraft>({ rerandomise: false, newUsersOnly });
  const { isBusy, problem, run } = useTask({ textOf });

  function textOf(error: unknown): string | undefined {
    const code = refusalOf(startPhase, error);
    if (code === undefined || code === 'OLDER_NODE') return undefined;
    return t(`error.${code}`, { limit: 0, state: '' });
  }

  const begin = () =>
    run(async () => {
      await beginPhase(analysis, draft);
      await forgetMeasured(client, analysis.appId);
      onClose();
    });

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
        checked={draft.rerandomise === true}
        onChange={({ currentTarget }) => setDraft({ ...draft, rerandomise: currentTarget.checked })}
      />
      <Checkbox
        label={t('newUsersOnly')}
        description={t('newUsersOnlyHint')}
        checked={draft.newUsersOnly === true}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, newUsersOnly: currentTarget.checked })
        }
      />
    </Dialog>
  );
}
