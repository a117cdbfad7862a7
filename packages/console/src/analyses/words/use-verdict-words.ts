import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { verdictInWords } from '@comporta/messages/verdict-in-words';
import type { SpokenMetric } from '@comporta/messages/verdict-parts';
import { decisionInWords, verdictThenInWords } from '@comporta/messages/verdict-then';
import { useFormatter, useTranslations } from 'use-intl/react';

/** Explains verdicts of an analysis, and what was decided. */
export function useVerdictWords(metrics: readonly SpokenMetric[]) {
  const say = useTranslations();
  const format = useFormatter();
  const speaker = { say, format };
  return {
    /** `whyNoData` is the sentence of the diagnosis, if there is one. */
    current: (verdict: VerdictAnswer, whyNoData?: string): string =>
      verdictInWords(speaker, { verdict, metrics, whyNoData }),
    /** For what has ended. */
    past: (verdict: VerdictAnswer): string => verdictThenInWords(speaker, { verdict, metrics }),
    decision: (stopped: NonNullable<Analysis['stopped']>): string =>
      decisionInWords(speaker, { stopped, metrics }),
  };
}
