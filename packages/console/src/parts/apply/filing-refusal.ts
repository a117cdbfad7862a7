import { createChangeRequest } from '@comporta/contract/change-requests/change-request-api';
import type { Endpoint, ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import { ApiError, refusalOf } from '../../api/api-error.ts';
import type { Say } from '../../base/say.ts';

interface FilingWords<E extends Endpoint> {
  readonly say: Say;
  /** Explains what is none of a change request. */
  readonly failureText: (error: unknown) => string;
  /** The ordinary save of what is edited. */
  readonly save: E;
  readonly speak: (problem: Problem<ErrorCodeOf<E>>) => string;
}

/** Says why edits were not filed; of an edit that cannot be applied, what an ordinary save would say. */
export function filingRefusal<const E extends Endpoint>(
  { say, failureText, save, speak }: FilingWords<E>,
  error: unknown,
): string {
  if (!(error instanceof ApiError)) return failureText(error);
  if (error.code === 'VERSION_CONFLICT' || error.code === 'EMPTY_REASON') {
    return say(`admission.error.${error.code}`);
  }
  const code = refusalOf(createChangeRequest, error);
  if (code === undefined) return failureText(error);
  const [problem] = problemsOfEdits(error, save);
  if (code === 'INVALID_EDIT' && problem !== undefined) return speak(problem);
  const { limit, days, number } = error.meta;
  const of = { limit: Number(limit), days: Number(days), number: String(number) };
  return say(`changeRequest.error.${code}`, of);
}

/** The problems of the edits that an ordinary save may have. */
function problemsOfEdits<const E extends Endpoint>(
  { meta: { edits } }: ApiError,
  save: E,
): readonly Problem<ErrorCodeOf<E>>[] {
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit: unknown) => {
    const { code: found, meta_data: meta = {} } = Object(edit);
    const code = save.errors.find((known) => known === found) as ErrorCodeOf<E> | undefined; // Of its own list.
    return code === undefined ? [] : [{ code, at: [], meta }];
  });
}
