import type { Results } from '@comporta/contract/analyses/results';
import { getResultsCsv } from '@comporta/contract/analyses/results-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { Button } from '../../ui/controls/button.ts';
import { saveCsv } from '../../ui/csv-file.ts';
import { toast } from '../../ui/toast-store.ts';

/** Downloads a file of the figures as they were shown, day by day. */
export function ResultsCsvButton({ results }: { readonly results: Results }) {
  const t = useTranslations('results.raw');
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const { id: analysis, appId, envId, experimentId: id, toggleName } = results.analysis;

  async function download() {
    setBusy(true);
    try {
      const query = { analysis, phase: results.phaseId };
      const csv = await call(getResultsCsv, { params: { appId, envId, id }, query });
      saveCsv(`results-${toggleName}.csv`, csv);
    } catch (error) {
      toast({ text: failureText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="default" loading={isBusy} onClick={() => void download()}>
      {t('download')}
    </Button>
  );
}
