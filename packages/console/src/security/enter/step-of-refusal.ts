import { ApiError } from '../../api/api-error.ts';

const STEPS = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'SSO_REQUIRED',
  'SSO_LINK_REQUIRED',
] as const;

/** What a right part of a sign-in still needs. */
export interface NextStep {
  readonly is: (typeof STEPS)[number];
  readonly meta: ApiError['meta'];
}

/** The next step that a refusal asks for; undefined for any other error. */
export function stepOfRefusal(error: unknown): NextStep | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const is = STEPS.find((step) => step === error.code);
  return is && { is, meta: error.meta };
}
