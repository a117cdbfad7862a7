import type { Results } from '@comporta/contract/analyses/results';
import { getAnalysisCsv } from '@comporta/contract/analyses/results-api';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/call.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { Button } from '../../ui/controls/button.ts';
import { saveCsv } from '../../ui/saved-file.ts';
import { toast } from '../../ui/toast-store.ts';

/** Downloads everything about an analysis as a file: its plan, and the figures as they were shown, day by day. */
export function ResultsCsvButton({ results }: { readonly results: Results }) {
  const t = useTranslations('results.raw');
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const { id: analysisId, appId, toggleName } = results.analysis;

  async function download() {
    setBusy(true);
    try {
      const csv = await call(getAnalysisCsv, { params: { appId, analysisId } });
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
