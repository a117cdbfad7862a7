import { expect } from 'vitest';
import { alwaysValidP, criticalValue, logEvidence, tuning } from '../confidence-sequence.ts';
import { normalQuantile, normalUpperTail } from '../distributions/normal.ts';
import { studentTQuantile } from '../distributions/student-t.ts';
import { hybridAlphas, pairUnits } from '../power.ts';
import { expectClose } from '../testing/close.ts';
import { prove } from '../testing/prove.ts';
import { approximateTuning } from '../testing/published-scale.ts';
import { pooledProportionVariance, proportion } from '../testing/samples.ts';
import { toleranceOf } from '../testing/vectors.ts';

interface Sequence {
  readonly v_opt?: number;
  readonly v?: number;
  readonly z?: number;
  readonly n?: number;
  readonly alpha?: number;
  readonly alpha_for_tuning?: number;
  readonly n_tune?: number;
}

interface SequenceFigures {
  readonly rho?: number;
  readonly rho_exact_lambertW?: number;
  readonly bound?: number;
  readonly r_approx?: number;
  readonly critical_approx?: number;
  readonly r_exact_lambertW?: number;
  readonly critical_exact?: number;
  readonly z_fixed?: number;
  readonly log_e?: number;
  readonly p_value?: number;
  readonly critical?: number;
  readonly rejects?: boolean;
}

prove<Sequence, SequenceFigures>('confidence_sequence', (input, full, method) => {
  const { v = 0, z = 0, v_opt = 0, n_tune = v_opt } = input;
  const n = input.n ?? v;
  const alpha = input.alpha ?? input.alpha_for_tuning ?? Number.NaN;
  const approximate = approximateTuning(n_tune, alpha);
  const exact = tuning(n_tune, alpha);
  const logE = logEvidence(z, n, approximate);
  const critical = criticalValue(n, approximate, alpha);
  const figures: Readonly<Record<string, SequenceFigures>> = {
    robbins_mixture_best_rho: { rho: approximate, rho_exact_lambertW: exact },
    robbins_bound_two_sided: { bound: Math.sqrt(v) * critical },
    asymptotic_cs_critical_value: {
      r_approx: approximate,
      critical_approx: critical,
      r_exact_lambertW: exact,
      critical_exact: criticalValue(n, exact, alpha),
      z_fixed: normalQuantile(1 - alpha / 2),
    },
    asymptotic_cs_p_value: {
      log_e: logE,
      critical,
      rejects: Math.abs(z) > critical,
      p_value: alwaysValidP(logE),
    },
  };
  const actual: Readonly<Record<string, number | boolean | undefined>> = { ...figures[method] };
  expect(Object.keys(full).toSorted()).toEqual(Object.keys(actual).toSorted());
  for (const [name, expected] of Object.entries(full)) {
    if (typeof expected !== 'number') expect(actual[name]).toBe(expected);
    else {
      const tolerance = name === 'p_value' ? 'tolerance_p' : 'tolerance';
      expectClose(Number(actual[name]), expected, toleranceOf('confidence_sequence', tolerance));
    }
  }
});

interface PowerInput {
  readonly mde_abs?: number;
  readonly variance?: number;
  readonly baseline?: number;
  readonly alpha: number;
  readonly power?: number;
  readonly n?: number;
  readonly p1?: number;
  readonly p2?: number;
}

prove<PowerInput, { n_total?: number; power?: number }>('power', (input, full, method) => {
  const tolerance = toleranceOf('power');
  const { alpha, n = 0, p1 = 0, p2 = 0, mde_abs = 0, power = 0, baseline = 0 } = input;
  if (method === 'power_prop_test') {
    const pooled = pooledProportionVariance([n * p1, n * p2], [n, n]);
    const own = proportion(n * p1, n).variance / n + proportion(n * p2, n).variance / n;
    const critical = normalQuantile(1 - alpha / 2) * Math.sqrt(pooled / own);
    const actual = normalUpperTail(critical - Math.abs(p1 - p2) / Math.sqrt(own));
    expectClose(actual, full.power ?? Number.NaN, tolerance);
    return;
  }
  const variance = input.variance ?? baseline * (1 - baseline);
  const pair = { controlVariance: variance, treatmentVariance: variance, difference: mde_abs };
  const units = pairUnits({ ...pair, treatmentShare: 0.5, alpha, power }, 'FIXED');
  expectClose(units, full.n_total ?? Number.NaN, tolerance);
});

prove<{ p: readonly number[]; df?: readonly number[] }, { q: readonly number[] }>(
  'distribution',
  ({ p, df }, full) => {
    p.forEach((one, index) => {
      const q = df ? studentTQuantile(one, df[index] ?? Number.NaN) : normalQuantile(one);
      expectClose(q, full.q[index] ?? Number.NaN, toleranceOf('distribution'));
    });
  },
);

interface HybridInput {
  readonly alpha_seq: number;
  readonly alpha_fixed: number;
  readonly n_planned: number;
}

interface HybridFigures {
  readonly r: number;
  readonly z_final: number;
  readonly critical_seq_at: Readonly<Record<string, number>>;
}

prove<HybridInput, HybridFigures>('hybrid_plan', (input, full) => {
  const tolerance = toleranceOf('hybrid_plan');
  const { sequential, fixed } = hybridAlphas(input.alpha_seq + input.alpha_fixed);
  expectClose(sequential, input.alpha_seq, tolerance);
  expectClose(fixed, input.alpha_fixed, tolerance);
  const r = tuning(input.n_planned / 2, sequential);
  expectClose(r, full.r, tolerance);
  expectClose(normalQuantile(1 - fixed / 2), full.z_final, tolerance);
  for (const [n, expected] of Object.entries(full.critical_seq_at)) {
    expectClose(criticalValue(Number(n), r, sequential), expected, tolerance);
  }
});
