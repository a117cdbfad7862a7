import type { VerdictAnswer } from '@comporta/contract/analyses/verdict';
import { type SpokenMetric, verdictInWords } from '@comporta/messages/verdict-in-words';
import { useFormatter, useTranslations } from 'use-intl/react';

/** Explains a verdict; `whyNoData` is the sentence of the diagnosis, if there is one. */
export function useVerdictWords(metrics: readonly SpokenMetric[]) {
  const say = useTranslations();
  const format = useFormatter();
  return (verdict: VerdictAnswer, whyNoData?: string): string =>
    verdictInWords({ say, format }, { verdict, metrics, whyNoData });
}
