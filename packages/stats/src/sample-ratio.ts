import { chiSquaredUpperTail } from './distributions/chi-squared.ts';
import { logGamma } from './distributions/stirling.ts';

/** Units of one value, and its share of the split. Shares are relative to their sum. */
export interface Arm {
  readonly units: number;
  readonly share: number;
}

export interface SampleRatio {
  /** ln of the evidence that the units do not follow the split, valid at every look. */
  readonly logE: number;
  readonly alarm: boolean;
  /** Pearson's chi-square and its p-value, for the raw figures. They are valid at one look only. */
  readonly chiSquared: number;
  readonly p: number;
  /** Index of the value with the largest deviation, and its expected number of units. */
  readonly worst: number;
  readonly expected: number;
}

/** From this evidence on the split counts as violated: a false alarm in at most one of 100 phases. */
const ALARM_LOG_E = Math.log(100);

/** A low concentration detects gross faults early, a high one slight faults late. */
const CONCENTRATIONS = [100, 10_000] as const;

/**
 * Checks whether the counts of units follow the split; valid at every look. The evidence is the mean of two e-processes,
 * which is an e-process too. With fewer than two values with a share, or without units, there is no evidence.
 * Source: RES-55, F11 and F12.
 */
export function sampleRatio(arms: readonly Arm[]): SampleRatio {
  const used = arms.filter(({ share }) => share > 0);
  const total = sum(used.map(({ units }) => units));
  if (used.length < 2 || total === 0) {
    return { logE: 0, alarm: false, chiSquared: 0, p: 1, worst: 0, expected: 0 };
  }
  const shares = sum(used.map(({ share }) => share));
  const logE = logMean(
    CONCENTRATIONS.map((concentration) =>
      mismatchLogE(
        used.map(({ units, share }) => ({
          units,
          share: share / shares,
          prior: (concentration * share) / shares,
        })),
      ),
    ),
  );
  const chiSquared = sum(used.map((arm) => surprise(arm, used) ** 2));
  const worst = worstOf(used);
  return {
    logE,
    alarm: logE >= ALARM_LOG_E,
    chiSquared,
    p: chiSquaredUpperTail(chiSquared, used.length - 1),
    worst: arms.indexOf(worst),
    expected: expectedUnits(worst, used),
  };
}

/** Units of one value, its share (all shares add up to 1), and the weight of the prior in units. */
export interface PriorArm extends Arm {
  readonly prior: number;
}

/**
 * ln E of a Dirichlet-multinomial mixture compared with the split. Source: Lindon and Malek,
 * "Anytime-Valid Inference for Multinomial Count Data" (NeurIPS 2022); RES-55, F11.
 */
export function mismatchLogE(arms: readonly PriorArm[]): number {
  const concentration = sum(arms.map(({ prior }) => prior));
  const total = sum(arms.map(({ units }) => units));
  let logE = logGamma(concentration) - logGamma(concentration + total);
  for (const { units, share, prior } of arms) {
    logE += logGamma(prior + units) - logGamma(prior) - units * Math.log(share);
  }
  return logE;
}

/** The value with the largest absolute (units − expected) / √expected. */
function worstOf(arms: readonly Arm[]): Arm {
  return arms.reduce((worst, arm) =>
    Math.abs(surprise(arm, arms)) > Math.abs(surprise(worst, arms)) ? arm : worst,
  );
}

/** The contribution of one value to Pearson's chi-square, before squaring. */
function surprise(arm: Arm, arms: readonly Arm[]): number {
  const expected = expectedUnits(arm, arms);
  return (arm.units - expected) / Math.sqrt(expected);
}

function expectedUnits({ share }: Arm, arms: readonly Arm[]): number {
  return (sum(arms.map(({ units }) => units)) * share) / sum(arms.map((arm) => arm.share));
}

function logMean(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  return largest + Math.log(sum(logs.map((log) => Math.exp(log - largest))) / logs.length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
