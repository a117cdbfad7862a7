import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { analysisSummariesQuery } from '../../data/analysis-summary-queries.ts';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { Notice } from '../../ui/alert.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import { measuredChanges } from './measured-changes.ts';

interface MeasuredNotesProps {
  readonly experimentKey: Pick<ExperimentKey, 'appId' | 'id'>;
  readonly before: ExperimentForm;
  readonly after: ExperimentForm;
}

/** Describes the effects of a save on the analyses of this experiment. */
export function MeasuredNotes({ experimentKey, before, after }: MeasuredNotesProps) {
  const t = useTranslations('experiment');
  const { appId, id } = experimentKey;
  const { data: summaries = [] } = useQuery(analysisSummariesQuery(appId));
  const own = summaries.filter(({ experimentId }) => experimentId === id);
  return measuredChanges(before, after, own).map((change) => (
    <Notice key={change} tone="warning">
      {t(`measured.${change}`)}
    </Notice>
  ));
}
