import type { Results } from '@comporta/contract/analyses/results';
import { getAnalysisCsv } from '@comporta/contract/analyses/results-api';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/controls/button.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { saveCsv } from '../../ui/saved-file.ts';

/** Downloads everything about an analysis as a file: its plan, and the figures as they were shown, day by day. */
export function ResultsCsvButton({ results }: { readonly results: Results }) {
  const t = useTranslations('results.raw');
  const { isBusy, run } = useTask({ toasts: true });
  const { id: analysisId, appId, toggleName } = results.analysis;

  const download = () =>
    run(async () => {
      const csv = await call(getAnalysisCsv, { params: { appId, analysisId } });
      saveCsv(`results-${toggleName}.csv`, csv);
    });

  return (
    <Button variant="default" loading={isBusy} onClick={() => void download()}>
      {t('download')}
    </Button>
  );
}
