import type { Results } from '@comporta/contract/analyses/results';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl/react';
import { csvOf, saveFile } from '../../ui/csv-file.ts';
import { resultsCsv } from './results-csv.ts';

/** Makes a file of the figures as they were shown, day by day. */
export function ResultsCsvButton({ results }: { readonly results: Results }) {
  const t = useTranslations('results.raw');
  return (
    <Button
      variant="default"
      onClick={() =>
        saveFile(`results-${results.analysis.toggleName}.csv`, csvOf(resultsCsv(results)))
      }
    >
      {t('download')}
    </Button>
  );
}
