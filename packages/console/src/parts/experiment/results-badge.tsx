import type { AnalysisSummary } from '@comporta/contract/analyses/analysis';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { analysisSummariesQuery } from '../../data/analysis-summary-queries.ts';
import styles from './results-badge.module.css';

interface ResultsBadgeProps {
  readonly appId: string;
  readonly envId: string;
  /** The id of the experiment. */
  readonly id: string;
}

/** Shows whether an experiment is measured, and the verdict; links to its results. */
export function ResultsBadge({ appId, envId, id }: ResultsBadgeProps) {
  const { data: summaries } = useQuery(analysisSummariesQuery(appId));
  const analysis = summaries?.find(
    ({ experimentId, state }) => experimentId === id && state !== 'DRAFT' && state !== 'STOPPED',
  );
  return analysis && <VerdictBadge {...{ appId, envId, id }} verdict={analysis.verdict} />;
}

interface VerdictBadgeProps extends ResultsBadgeProps {
  /** Undefined before the first count of events. */
  readonly verdict: AnalysisSummary['verdict'];
}

/** The same of an experiment that is measured. */
export function VerdictBadge({ appId, envId, id, verdict }: VerdictBadgeProps) {
  const t = useTranslations('results');
  return (
    <Link className={styles.badge} to={pathTo('results', { appId, envId, id })}>
      {verdict === undefined
        ? t('badge.running')
        : t('badge.verdict', { verdict: t(`verdictShort.${verdict.code}`) })}
    </Link>
  );
}
