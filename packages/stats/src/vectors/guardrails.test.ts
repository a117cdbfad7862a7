import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compare } from '../comparison.ts';
import { tuning } from '../confidence-sequence.ts';
import type { Effect } from '../effect.ts';
import { oneSidedFixedCriticalValue } from '../fixed-look.ts';
import { type Better, guardrailState } from '../guardrail.ts';
import { openLoss } from '../guardrail-finding.ts';
import { chanceOfSafety, unitsForSafety } from '../guardrail-power.ts';
import { hybridAlphas } from '../power.ts';
import { expectClose } from '../testing/close.ts';

type Kind = 'one_sided_quantile' | 'guardrail_plan' | 'guardrail_power' | 'open_loss';

interface Case {
  readonly kind: Kind;
  readonly input: Readonly<Record<string, number>> & { readonly better: Better };
  readonly full: Readonly<Record<string, number>>;
}

/** Made by guardrails.py beside it, which computes each figure in another way. */
const FILE = new URL('../../../../conformance/results/guardrails.json', import.meta.url);
const { cases, tolerances }: { cases: Case[]; tolerances: Record<Kind, number> } = JSON.parse(
  readFileSync(FILE, 'utf8'),
);

/** The figures of the product, by the names of the file. */
const FIGURES: Record<Kind, (input: Case['input']) => Readonly<Record<string, number>>> = {
  one_sided_quantile: ({ alpha = 0, degrees = 0 }) => {
    // Of two equal variances and sizes, Welch's degrees of freedom are those of both together.
    const level = { n: degrees / 2 + 1, mean: 0, variance: 1, sharedVariance: 0 };
    const effect = { control: level, treatment: level } as Effect;
    return { critical: oneSidedFixedCriticalValue(effect, alpha) };
  },
  guardrail_plan: ({ guardrail_alpha = 0, planned = 0 }) => {
    const { sequential, fixed } = hybridAlphas(guardrail_alpha);
    const r = tuning(planned / 2, 2 * sequential);
    return { sequential_alpha: sequential, fixed_alpha: fixed, r };
  },
  guardrail_power: ({ better, alpha = 0, units = 0, power = 0, ...of }) => {
    const { level = 0, variance = 0, margin = 0, treatment_share: treatmentShare = 0 } = of;
    const guardrail = { better, level, variance, margin };
    const look = { alpha, treatmentShare };
    return {
      chance: chanceOfSafety(guardrail, look, units),
      units: unitsForSafety(guardrail, look, power),
      falsely_safe: alpha,
    };
  },
  open_loss: ({ better, control = 0, treatment = 0, n = 0, critical = 0 }) => {
    const share = (positive: number) => {
      const mean = positive / n;
      return { n, positive, mean, m2: n * mean * (1 - mean) };
    };
    const metric = { key: 'errors', kind: 'CONVERSION', better, cuped: false } as const;
    const moments = { control: share(control), treatments: [share(treatment)] };
    const limit = { alpha: 0.05, critical: () => critical, tuning: undefined };
    const comparisons = compare(metric, moments, limit);
    const { worst = Number.NaN } = openLoss({ metric, comparisons, states: ['OPEN'] }, 0) ?? {};
    const [effect] = comparisons.map((one) => one.effect);
    if (effect === undefined) throw new Error('no effect');
    const stateAt = (margin: number) => guardrailState(effect, { better, margin, critical });
    expect([stateAt(worst * 0.999), stateAt(worst * 1.001)]).toEqual(['OPEN', 'SAFE']);
    return { worst };
  },
};

describe('RES-105, RES-106, RES-107: figures of an independent program', () => {
  test.each(cases)('$kind $input', ({ kind, input, full }) => {
    const figures = FIGURES[kind](input);
    expect(Object.keys(figures).sort()).toEqual(Object.keys(full).sort());
    for (const [name, expected] of Object.entries(full)) {
      expectClose(figures[name] ?? Number.NaN, expected, tolerances[kind]);
    }
  });

  test('every kind has cases', () => {
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(Object.keys(FIGURES)));
  });
});
