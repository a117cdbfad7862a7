import type { EditDraft } from '@comporta/contract/change-requests/edit';
import type { Guard } from '@comporta/contract/change-requests/guard';
import type { RequestBody } from '../../data/change-request-queries.ts';
import { chosenMoment, type MomentChoice } from './moment-choice.ts';

/** Save it now, or file it: to be applied when approved, at a time, or step by step. */
export const APPLY_WAYS = ['NOW', 'APPROVED', 'AT', 'STEPS'] as const;
export type ApplyWay = (typeof APPLY_WAYS)[number];

export interface ApplyForm {
  readonly way: ApplyWay;
  /** Whether the last approval applies it; else somebody does by hand. */
  readonly isAtOnce: boolean;
  readonly at: MomentChoice;
  readonly reason: string;
}

interface Filed {
  readonly title: string;
  /** The edits of each step, and seconds after the step before. */
  readonly steps: readonly { readonly wait: number | null; readonly edits: readonly EditDraft[] }[];
  /** Of a ramp. */
  readonly guard: Guard | null;
  readonly isDraft: boolean;
}

/** The request for an edit; undefined while its time is open. */
export function requestOfApply(
  { way, isAtOnce, at, reason }: ApplyForm,
  { title, steps, guard, isDraft }: Filed,
): RequestBody | undefined {
  const moment = way === 'AT' ? chosenMoment(at) : undefined;
  if (way === 'AT' && moment === undefined) return undefined;
  const begins = isAtOnce || way === 'STEPS' ? 'ON_APPROVAL' : 'MANUAL';
  return {
    title,
    reason,
    steps: steps.map(({ wait, edits }) => ({ at: null, wait, edits: [...edits] })),
    source: null,
    start: moment === undefined ? begins : 'AT',
    startAt: moment?.toISOString() ?? null,
    lateBy: null,
    guard,
    submit: !isDraft,
  };
}

/** What the button says that files the edits. */
export function applyVerb({ way }: ApplyForm, approvals: number) {
  if (approvals > 0) return 'changeRequest.action.submit';
  return way === 'STEPS' ? 'apply.begin' : 'apply.schedule';
}
