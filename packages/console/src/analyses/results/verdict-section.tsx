import type { Results } from '@comporta/contract/analyses/results';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { diagnosticsQuery } from '../../data/analysis-queries.ts';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { useDiagnosisWords } from '../words/use-diagnosis-words.ts';
import { useFigures } from '../words/use-figures.ts';
import { useVerdictWords } from '../words/use-verdict-words.ts';
import { Diagnosis } from './diagnosis.tsx';
import styles from './verdict-section.module.css';

interface VerdictSectionProps {
  /** Undefined once the experiment is deleted: then there is nothing to repair. */
  readonly experimentKey: ExperimentKey | undefined;
  readonly results: Results;
}

/** States the verdict in one sentence, with its notes. */
export function VerdictSection({ experimentKey, results }: VerdictSectionProps) {
  const t = useTranslations('results');
  const { analysis, verdict } = results;
  const verdictWords = useVerdictWords(analysis.metrics);
  const diagnosisWords = useDiagnosisWords();
  const { data: diagnostics } = useQuery({
    ...diagnosticsQuery(experimentKey ?? NONE, analysis.id),
    enabled: verdict.code === 'NO_DATA' && experimentKey !== undefined,
  });
  const step = verdict.code === 'NO_DATA' ? diagnostics?.diagnosis : undefined;
  const also = useRemarks(results);

  return (
    <section className={styles.verdict} data-tone={toneOf(verdict.code)}>
      <h2>{verdictWords(verdict, step && diagnosisWords.cause(step))}</h2>
      {also.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {step !== undefined && experimentKey !== undefined && (
        <Diagnosis {...{ experimentKey, step }} value={results.values[0]?.value ?? ''} />
      )}
      {HAS_INTERVAL.includes(verdict.code) && (
        <p className={styles.small}>{t('verdictAlso.peeking')}</p>
      )}
    </section>
  );
}

const NONE: ExperimentKey = { appId: '', envId: '', id: '' };

const HAS_INTERVAL: readonly Results['verdict']['code'][] = [
  'WINNER',
  'WINNER_SIGNAL',
  'WINNER_NOT_HARMED',
  'WINNER_GUARDRAILS_OPEN',
  'LOSER',
  'EQUIVALENT',
  'RUNNING',
];

function toneOf(code: Results['verdict']['code']): 'good' | 'bad' | undefined {
  if (code === 'WINNER' || code === 'WINNER_NOT_HARMED') return 'good';
  return code.startsWith('INVALID') || code === 'GUARDRAIL_HARM' || code === 'LOSER'
    ? 'bad'
    : undefined;
}

function useRemarks({ remarks, values, analysis, phaseId }: Results): string[] {
  const t = useTranslations('results.verdictAlso');
  const figures = useFigures();
  const changed = analysis.phases.find(({ id }) => id === phaseId)?.audienceChangedAt.at(-1);
  const words: Readonly<Record<Results['remarks'][number], string | undefined>> = {
    SUSPICIOUS: t('suspicious'),
    BEST_OF: t('bestOf', { count: values.length - 1 }),
    EARLY: t('early'),
    AUDIENCE: changed === undefined ? undefined : t('audience', { date: figures.day(changed) }),
  };
  return remarks.flatMap((remark) => words[remark] ?? []);
}
