import { createChangeRequest } from '@comporta/contract/change-requests/change-request-api';
import { createExperiment } from '@comporta/contract/experiments/experiment-api';
import type { Problem } from '@comporta/contract/problem';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import type { SaveCode } from '../editor/experiment-problems.ts';
import { problemInWords } from '../editor/problem-words.ts';
import type { References } from '../references.ts';

/** Says why edits were not filed; of an edit that cannot be applied, what an ordinary save would say. */
export function useFilingRefusal(references: References): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  return (error) => {
    if (!(error instanceof ApiError)) return failureText(error);
    if (error.code === 'VERSION_CONFLICT' || error.code === 'EMPTY_REASON') {
      return t(`changeRequest.error.${error.code}`);
    }
    const code = refusalOf(createChangeRequest, error);
    if (code === undefined) return failureText(error);
    const [problem] = problemsOfEdits(error);
    if (code === 'INVALID_EDIT' && problem !== undefined) {
      return problemInWords(t, problem, references);
    }
    const { limit, days, number } = error.meta;
    const of = { limit: Number(limit), days: Number(days), number: String(number) };
    return t(`changeRequest.error.${code}`, of);
  };
}

/** The problems of the edits that an ordinary save may have. */
function problemsOfEdits({ meta: { edits } }: ApiError): readonly Problem<SaveCode>[] {
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit: unknown) => {
    const { code: found, meta_data: meta = {} } = Object(edit);
    const code = createExperiment.errors.find((known) => known === found);
    return code === undefined ? [] : [{ code, at: [], meta }];
  });
}
