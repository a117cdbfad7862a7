import type { ValueSpec } from '@comporta/engine/snapshot';
import { sharesIn } from '@comporta/engine/split';
import { type Checked, checked } from '../problem.ts';

export const RAMP_STEPS = { min: 2, max: 20 } as const;

export interface Ramp {
  /** The values of the toggle. */
  readonly values: readonly string[];
  /** What the rule returns before the first step. */
  readonly spec: ValueSpec;
  /** The value whose share grows, at the expense of `from`. */
  readonly value: string;
  readonly from: string;
  /** What `value` has after each step, in percent with at most two decimals. */
  readonly shares: readonly number[];
}

/** What the rule returns after each step. What it divides by stays; all users get an exact value. Source: SAF-50. */
export function rampSteps({
  values,
  spec,
  value,
  from,
  shares,
}: Ramp): Checked<readonly ValueSpec[], 'INVALID_STEPS'> {
  const now = spec.type === 'EXACT_VALUE' ? { [spec.exactValue]: 100 } : (sharesIn(spec) ?? {});
  const given = hundredths(now[value]);
  const room = given + hundredths(now[from]);
  const wanted = shares.map(hundredths);
  const isSound =
    value !== from &&
    [value, from].every((one) => values.includes(one)) &&
    shares.length >= RAMP_STEPS.min &&
    shares.length <= RAMP_STEPS.max &&
    shares.every((share, index) => share === (wanted[index] ?? 0) / 100) &&
    wanted.every((share, index) => share > (wanted[index - 1] ?? given) && share <= room);
  if (!isSound) return { ok: false, problems: [{ code: 'INVALID_STEPS', at: ['shares'] }] };
  const steps = wanted.map((share): ValueSpec => {
    if (share === hundredths(100)) return { type: 'EXACT_VALUE', exactValue: value };
    const split = { ...now, [value]: share / 100, [from]: (room - share) / 100 };
    const given = values.filter((one) => (split[one] ?? 0) > 0).map((one) => [one, split[one]]);
    const divided = { split: Object.fromEntries(given) };
    return spec.type === 'SPLIT_BY'
      ? { type: 'SPLIT_BY', by: spec.by, ...divided }
      : { type: 'SPLIT', ...divided };
  });
  return checked(steps, []);
}

function hundredths(percentage = 0): number {
  return Math.round(percentage * 100);
}
