import { expect } from 'vitest';
import * as multiplicity from '../multiplicity.ts';
import { mismatchLogE, sampleRatio } from '../sample-ratio.ts';
import { expectClose } from '../testing/close.ts';
import { prove } from '../testing/prove.ts';
import { toleranceOf } from '../testing/vectors.ts';

interface Srm {
  readonly p_value?: number;
  readonly chi2?: number | null;
  readonly p_value_correct?: number;
}

prove<{ observed: readonly number[]; weights: readonly number[] }, Srm>('srm', (input, full) => {
  const tolerance = toleranceOf('srm');
  const arms = input.observed.map((units, index) => ({ units, share: input.weights[index] ?? 0 }));
  const { p, chiSquared } = sampleRatio(arms);
  expectClose(p, full.p_value_correct ?? full.p_value ?? Number.NaN, tolerance);
  if (typeof full.chi2 === 'number') expectClose(chiSquared, full.chi2, tolerance);
});

interface SrmSequential {
  readonly counts: readonly (readonly number[])[];
  readonly probabilities: readonly number[];
  readonly dirichlet_alpha: readonly number[];
}

interface SrmSteps {
  readonly steps: readonly { readonly log_bf: number; readonly p_value: number }[];
}

prove<SrmSequential, SrmSteps>('srm_sequential', (input, full) => {
  const { counts, probabilities, dirichlet_alpha } = input;
  const tolerance = toleranceOf('srm_sequential');
  expect(full.steps).toHaveLength(counts.length);
  let p = 1;
  full.steps.forEach((step, index) => {
    const arms = probabilities.map((share, arm) => ({
      share,
      prior: dirichlet_alpha[arm] ?? Number.NaN,
      units: counts.slice(0, index + 1).reduce((sum, day) => sum + (day[arm] ?? 0), 0),
    }));
    const logE = mismatchLogE(arms);
    p = Math.min(p, Math.exp(-logE));
    expectClose(logE, step.log_bf, tolerance);
    expectClose(p, step.p_value, tolerance);
  });
});

interface Multiple {
  readonly p?: readonly number[];
  readonly e?: readonly number[];
  readonly alpha?: number;
}

interface Adjusted {
  readonly adjusted?: readonly number[];
  readonly rejected_indices?: readonly number[];
}

const ADJUST: Readonly<Record<string, multiplicity.Adjust>> = {
  benjamini_hochberg: multiplicity.benjaminiHochberg,
  benjamini_yekutieli: multiplicity.benjaminiYekutieli,
  bonferroni: multiplicity.bonferroni,
  holm: multiplicity.holm,
};

prove<Multiple, Adjusted>('multiple_testing', ({ p = [], e = [], alpha = 0 }, full, method) => {
  if (method === 'e_bh') {
    const rejected = multiplicity.eBenjaminiHochberg(e.map(Math.log), alpha);
    expect(rejected.toSorted()).toEqual(full.rejected_indices);
    return;
  }
  const adjusted = ADJUST[method]?.(p) ?? [];
  expect(adjusted).toHaveLength(full.adjusted?.length ?? -1);
  adjusted.forEach((one, index) => {
    expectClose(one, full.adjusted?.[index] ?? Number.NaN, toleranceOf('multiple_testing'));
  });
});
