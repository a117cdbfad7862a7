import type { ValueSpec } from '@comporta/engine/snapshot';
import { UID } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import type { ConditionProperties } from '../conditions/condition.ts';
import type { ErrorCode } from '../errors.ts';
import { type Checked, everyChecked } from '../problem.ts';
import { recordOf } from '../record-of.ts';
import { documented, id } from '../shapes.ts';
import type { ValueSpecDraft } from './value-spec-draft.ts';

const split = documented(recordOf(z.number()), {
  description: 'Percentage of users by toggle value, with at most two decimals; 100 in total.',
});

export const valueSpecSchema = documented(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('EXACT_VALUE'), exactValue: z.string() }),
    z.object({ type: z.literal('SPLIT'), split }),
    z.object({
      type: z.literal('SPLIT_BY'),
      by: documented(id, {
        description:
          'Id of a STRING property: users with the same value of it get the same value of the toggle.',
      }),
      split,
    }),
  ]),
  { id: 'ValueSpec', description: 'What a rule returns to the users it matches.' },
);

export const VALUE_SPEC_CODES = [
  'NO_VALUE_SPECIFIED',
  'NO_SPLIT_RULES_SPECIFIED',
  'WRONG_SPLIT_PERCENTAGES',
  'NO_SPLIT_PROPERTY',
] as const satisfies readonly ErrorCode[];
export type ValueSpecCode = (typeof VALUE_SPEC_CODES)[number];

/** What the value of a rule may refer to. `values` are the toggle's. */
interface ValueSpecScope {
  readonly values: readonly string[];
  readonly properties: ConditionProperties;
}

/** Without an exact value or a split, the code is NO_VALUE_SPECIFIED. */
export function checkValueSpec(
  draft: ValueSpecDraft | undefined,
  scope: ValueSpecScope,
): Checked<ValueSpec, ValueSpecCode> {
  switch (draft?.type) {
    case 'SPLIT':
      return asSplit(checkShares(draft.split ?? {}, scope.values));
    case 'SPLIT_BY':
      return checkSplitBy(draft, scope);
    default:
      return checkExactValue(draft, scope.values);
  }
}

/** A split by `uid` is a SPLIT: there is one way to say a thing, and older readers understand it. */
function checkSplitBy(
  draft: ValueSpecDraft,
  { values, properties }: ValueSpecScope,
): Checked<ValueSpec, ValueSpecCode> {
  const shares = checkShares(draft.split ?? {}, values);
  if (draft.by === UID) return asSplit(shares);
  const property = properties.get(draft.by ?? '');
  const by: Checked<string, ValueSpecCode> =
    property?.type === 'STRING'
      ? { ok: true, value: property.id }
      : refuse('NO_SPLIT_PROPERTY', 'by');
  const parts = everyChecked<[string, Shares], ValueSpecCode>([by, shares]);
  if (!parts.ok) return parts;
  return { ok: true, value: { type: 'SPLIT_BY', by: parts.value[0], split: parts.value[1] } };
}

type Shares = Readonly<Record<string, number>>;

function asSplit(shares: Checked<Shares, ValueSpecCode>): Checked<ValueSpec, ValueSpecCode> {
  return shares.ok ? { ok: true, value: { type: 'SPLIT', split: shares.value } } : shares;
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

function checkShares(draft: Shares, values: readonly string[]): Checked<Shares, ValueSpecCode> {
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
  return {
    ok: true,
    value: Object.fromEntries(shares.filter(([value]) => values.includes(value))),
  };
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
