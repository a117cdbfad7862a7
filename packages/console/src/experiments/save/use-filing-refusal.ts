import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { filingRefusal } from '../../parts/apply/filing-refusal.ts';
import { problemInWords } from '../editor/problem-words.ts';
import type { References } from '../references.ts';

/** Says why edits of an experiment were not filed. */
export function useFilingRefusal(references: References): (error: unknown) => string {
  const say = useTranslations();
  const failureText = useFailureText();
  const speak = (problem: Parameters<typeof problemInWords>[1]) =>
    problemInWords(say, problem, references);
  return (error) => filingRefusal({ say, failureText, save: createExperiment, speak }, error);
}
