import {
  type ChangeRequestDraft,
  REQUEST_TEXTS,
} from '@comporta/contract/change-requests/change-request';
import type { EditDraft } from '@comporta/contract/change-requests/edit';
import { checkTexts } from '@comporta/contract/check-texts';
import { type Checked, checked, type Problem } from '@comporta/contract/problem';
import type { WhatIsAsked } from './what-is-asked.ts';

/** File the change as a request, say why, or bypass the rules. */
export type AdmissionWay = 'REQUEST' | 'REASON' | 'BYPASS';

export interface AdmissionForm {
  readonly title: string;
  readonly reason: string;
  /** Whether the last approval applies it. */
  readonly isAtOnce: boolean;
}

type TextCode = 'EMPTY_TITLE' | 'TITLE_TOO_LONG' | 'REASON_TOO_LONG' | 'INVALID_CHARACTERS';

/** @param isReasonRequired whether an environment wants to know why, or the rules are bypassed */
export function checkAdmission(
  form: AdmissionForm,
  way: AdmissionWay,
  isReasonRequired: boolean,
): Checked<AdmissionForm, TextCode | 'EMPTY_REASON'> {
  const { texts, problems } = checkTexts(REQUEST_TEXTS, form);
  const missing: Problem<'EMPTY_REASON'>[] =
    texts.reason === '' && (isReasonRequired || way !== 'REQUEST')
      ? [{ code: 'EMPTY_REASON', at: ['reason'] }]
      : [];
  const found = [...problems, ...missing];
  return checked(
    { ...form, ...texts },
    // Only a request has a title.
    way === 'REQUEST' ? found : found.filter(({ at }) => at[0] === 'reason'),
  );
}

/** The request for a change: during a freeze it begins when that ends. Source: SAF-15, SAF-29. */
export function requestOf(
  { title, reason, isAtOnce }: AdmissionForm,
  edits: readonly EditDraft[],
  { code, freeze }: WhatIsAsked,
): ChangeRequestDraft {
  const isFrozen = code === 'FROZEN';
  return {
    title,
    reason,
    steps: [{ edits: [...edits] }],
    source: null,
    start: isFrozen ? 'AT' : isAtOnce ? 'ON_APPROVAL' : 'MANUAL',
    startAt: isFrozen ? freeze.until : null,
    lateBy: null,
    guard: null,
    submit: true,
  };
}
