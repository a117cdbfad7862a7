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
  const words = useVerdictWords(analysis.metrics);
  const isOver = isPast(results);
  const decision = isDecided(results) ? analysis.stopped : undefined;
  const diagnosisWords = useDiagnosisWords();
  const hasNone = verdict.code === 'NO_DATA' || verdict.code === 'TOO_EARLY';
  const { data: diagnostics } = useQuery({
    ...diagnosticsQuery(experimentKey ?? NONE, analysis.id),
    enabled: hasNone && !isOver && experimentKey !== undefined,
  });
  const step = hasNone && !isOver ? diagnostics?.diagnosis : undefined;
  const also = useRemarks(results);

  function headline(): string {
    if (decision !== undefined) return words.decision(decision);
    return isOver
      ? words.past(verdict)
      : words.current(verdict, step && diagnosisWords.cause(step));
  }

  return (
    <section className={styles.verdict} data-tone={toneOf(decision?.verdict?.code ?? verdict.code)}>
      <h2>{headline()}</h2>
      {verdict.code === 'TOO_EARLY' && step !== undefined && <p>{diagnosisWords.cause(step)}</p>}
      {also.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {step !== undefined && experimentKey !== undefined && (
        <Diagnosis {...{ experimentKey, step }} value={results.values[0]?.value ?? ''} />
      )}
      {results.progress.needsFirstDay === true && WAITS.includes(verdict.code) && (
        <p>{t('needsFirstDay')}</p>
      )}
      {!isOver && HAS_INTERVAL.includes(verdict.code) && (
        <p className={styles.small}>{t('verdictAlso.peeking')}</p>
      )}
    </section>
  );
}

const NONE: ExperimentKey = { appId: '', envId: '', id: '' };

/** Whether the headline names what was decided: that of the last phase of a stopped analysis. Source: RES-113. */
export function isDecided({ analysis, phaseId }: Results): boolean {
  return analysis.stopped !== undefined && analysis.phases.at(-1)?.id === phaseId;
}

/** Whether nothing that is shown changes any more. The last phase of a closing analysis still does. */
function isPast({ analysis, phaseId }: Results): boolean {
  return analysis.state === 'STOPPED' || analysis.phases.at(-1)?.id !== phaseId;
}

const WAITS: readonly Results['verdict']['code'][] = ['TOO_EARLY', 'RUNNING'];

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
