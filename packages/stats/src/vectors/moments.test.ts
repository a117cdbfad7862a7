import { adjustmentOf } from '../level.ts';
import { mergeAll, momentsOfUnit, secondMoment } from '../moments.ts';
import { expectClose } from '../testing/close.ts';
import { type CupedSums, momentsOfSums } from '../testing/moments-of-sums.ts';
import { prove } from '../testing/prove.ts';
import { toleranceOf } from '../testing/vectors.ts';

prove<{ control: CupedSums; treatment: CupedSums }, { theta: number }>(
  'cuped_theta',
  ({ control, treatment }, full) => {
    const { theta } = adjustmentOf([momentsOfSums(control), momentsOfSums(treatment)], 'MEAN');
    expectClose(theta, full.theta, toleranceOf('cuped_theta'));
  },
);

interface Samples {
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly x0?: number;
  readonly d?: number;
  readonly n?: number;
}

interface SampleStats {
  readonly mean?: number;
  readonly variance?: number;
  readonly covariance?: number;
  readonly sd?: number;
}

prove<Samples, SampleStats>('sample_stats', (input, full, method) => {
  const values = input.x ?? nistValues(input);
  const units = values.map((y, index) => ({ y, x: input.y?.[index] }));
  const { n, mean, m2, x } = mergeAll(units.map(momentsOfUnit));
  const tolerance = toleranceOf('sample_stats');
  const variance = secondMoment(m2, n, 'MEAN');
  if (method === 'covariance') {
    expectClose(
      secondMoment(x?.c ?? Number.NaN, n, 'MEAN'),
      full.covariance ?? Number.NaN,
      tolerance,
    );
    return;
  }
  expectClose(mean, full.mean ?? Number.NaN, tolerance);
  if (full.variance !== undefined) expectClose(variance, full.variance, tolerance);
  else {
    const loose = toleranceOf('sample_stats', 'tolerance_sd');
    expectClose(Math.sqrt(variance), full.sd ?? Number.NaN, loose);
  }
});

function nistValues({ x0 = 0, d = 0, n = 0 }: Samples): number[] {
  const pairs = Array.from({ length: (n - 1) / 2 }, () => [x0 - d, x0 + d]);
  return [x0, ...pairs.flat()];
}
