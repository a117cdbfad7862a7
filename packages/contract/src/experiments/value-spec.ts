import type { ValueSpec } from '@comporta/engine/snapshot';
import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { Checked } from '../problem.ts';
import { recordOf } from '../record-of.ts';
import { documented, draftText } from '../shapes.ts';

export const valueSpecSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('EXACT_VALUE'), exactValue: z.string() }),
    z.object({
      type: z.literal('SPLIT'),
      split: documented(recordOf(z.number()), {
        description:
          'Percentage of users by toggle value, with at most two decimals; 100 in total.',
      }),
    }),
  ]),
  { id: 'ValueSpec', description: 'What a rule returns to the users it matches.' },
);

/** What a rule returns, as a draft sends it. Percentages are checked later, with codes of their own. */
export const valueSpecDraftSchema = z.object({
  type: draftText,
  exactValue: draftText,
  split: z.nullish(recordOf(z.number())),
});
export type ValueSpecDraft = z.infer<typeof valueSpecDraftSchema>;

export const VALUE_SPEC_CODES = [
  'NO_VALUE_SPECIFIED',
  'NO_SPLIT_RULES_SPECIFIED',
  'WRONG_SPLIT_PERCENTAGES',
] as const satisfies readonly ErrorCode[];
export type ValueSpecCode = (typeof VALUE_SPEC_CODES)[number];

/** `values` are the toggle's. Without an exact value or a split, the code is NO_VALUE_SPECIFIED. */
export function checkValueSpec(
  draft: ValueSpecDraft | undefined,
  values: readonly string[],
): Checked<ValueSpec, ValueSpecCode> {
  return draft?.type === 'SPLIT'
    ? checkSplit(draft.split ?? {}, values)
    : checkExactValue(draft, values);
}

function checkExactValue(
  draft: ValueSpecDraft | undefined,
  values: readonly string[],
): Checked<ValueSpec, ValueSpecCode> {
  const exactValue = draft?.exactValue.trim() ?? '';
  return draft?.type === 'EXACT_VALUE' && values.includes(exactValue)
    ? { ok: true, value: { type: 'EXACT_VALUE', exactValue } }
    : refuse('NO_VALUE_SPECIFIED', 'exactValue');
}

function checkSplit(
  draft: Readonly<Record<string, number>>,
  values: readonly string[],
): Checked<ValueSpec, ValueSpecCode> {
  const shares = Object.entries(draft);
  if (shares.length === 0) return refuse('NO_SPLIT_RULES_SPECIFIED', 'split');
  // A share of 0 may remain for a value that the toggle no longer has: values that nobody gets can be removed.
  const isKnown = ([value, percentage]: [string, number]) =>
    percentage === 0 || values.includes(value);
  const wholeIsSplit =
    shares.every(isKnown) && shares.every(([, percentage]) => isPercentage(percentage));
  if (!wholeIsSplit || totalOf(shares.map(([, percentage]) => percentage)) !== 100) {
    return refuse('WRONG_SPLIT_PERCENTAGES', 'split');
  }
  const split = Object.fromEntries(shares.filter(([value]) => values.includes(value)));
  return { ok: true, value: { type: 'SPLIT', split } };
}

/** 0 to 100 with at most two decimals. */
function isPercentage(percentage: number): boolean {
  return percentage >= 0 && percentage <= 100 && percentage === hundredths(percentage) / 100;
}

/** Adds percentages without the rounding of doubles: 33.33 + 33.33 + 33.34 is 100. */
export function totalOf(percentages: readonly number[]): number {
  return percentages.reduce((total, percentage) => total + hundredths(percentage), 0) / 100;
}

function hundredths(percentage: number): number {
  return Math.round(percentage * 100);
}

function refuse(code: ValueSpecCode, field: string): Checked<never, ValueSpecCode> {
  return { ok: false, problems: [{ code, at: ['valueSpec', field] }] };
}
