import {
  type GuardDecision,
  type GuardRule,
  guardDecision,
} from '@comporta/contract/change-requests/guard-decision';
import { guardrailFinding, withFinalLook } from '@comporta/stats/guardrail-finding';
import { type AnalysisPlan, finalGuardrailLimit, guardrailLimit } from '@comporta/stats/limits';
import { type Moments, merge, NO_MOMENTS } from '@comporta/stats/moments';
import { sampleRatio } from '@comporta/stats/sample-ratio';
import { type Random, seededRandom } from '@comporta/stats/testing/random';
import { expect, it } from 'vitest';

const RAMPS = 500;
/** The share of the value that grows, after each step. */
const SHARES = [0.05, 0.1, 0.25, 0.5, 0.75];
const USERS = 4_000;
const LOOKS = 20;
const ERRORS = {
  key: 'errors',
  kind: 'CONVERSION',
  better: 'DOWN',
  cuped: false,
  margin: 0.05,
} as const;
/** What the dialog proposes. */
const PLAN: AnalysisPlan = {
  alpha: 0.01,
  power: 0.8,
  mde: 0.05,
  plannedUnits: USERS,
  treatments: 1,
  guardrails: 1,
  looksAtGuardrails: true,
};
const GUARD: GuardRule = { needs: 'NOT_HARMED', units: 100, onHarm: 'ROLL_BACK', patience: 0 };

/** Outcomes of all decisions of ramps in which the value does so much to the rate of errors. */
function endsOf(seed: number, factor: number, ramps: number): Record<string, number> {
  const random = seededRandom(seed);
  const ends: Record<string, number> = {};
  for (let ramp = 0; ramp < ramps; ramp++) {
    const end = endOf(random, factor);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

/** Everybody meets every step, has a bucket and a rate of their own, and keeps both. */
function endOf(random: Random, factor: number): string {
  const users = Array.from({ length: USERS }, () => ({
    bucket: random.uniform(),
    rate: 0.15 + 0.2 * random.uniform(),
  }));
  for (const [step, share] of SHARES.entries()) {
    const counted = { control: NO_MOMENTS, treatment: NO_MOMENTS };
    let decision: GuardDecision = { do: 'WAIT', for: 'TIME' };
    for (const [index, { bucket, rate }] of users.entries()) {
      const arm = bucket < share ? 'treatment' : 'control';
      const errs = random.uniform() < rate * (arm === 'treatment' ? factor : 1);
      counted[arm] = merge(counted[arm], unit(errs));
      if ((index + 1) % (USERS / LOOKS) !== 0) continue;
      decision = decide(counted, { share, step, isDue: index === USERS - 1 });
      if (decision.do === 'ROLL_BACK' || decision.do === 'HOLD') return decision.do;
    }
    if (decision.do === 'WAIT') return decision.for;
  }
  return 'DONE';
}

function decide(
  { control, treatment }: { readonly control: Moments; readonly treatment: Moments },
  {
    share,
    step,
    isDue,
  }: {
    readonly share: number;
    readonly step: number;
    readonly isDue: boolean;
  },
): GuardDecision {
  const moments = { control, treatments: [treatment] };
  const anytime = guardrailFinding(guardrailLimit(PLAN), ERRORS, moments);
  // All planned users are there when the step is due.
  const look = isDue && guardrailFinding(finalGuardrailLimit(PLAN), ERRORS, moments);
  const { states } = look ? withFinalLook(anytime, look) : anytime;
  const arms = [
    { units: control.n, share: 1 - share },
    { units: treatment.n, share },
  ];
  return guardDecision({
    guard: GUARD,
    reading: {
      sampleRatioAlarm: sampleRatio(arms).alarm,
      wrongAssignment: false,
      countedAt: 0,
      units: arms.map(({ units }) => units),
      guardrails: [{ states }],
    },
    step: step + 1,
    steps: SHARES.length + 1,
    dueAt: isDue ? 0 : 1,
    now: 0,
  });
}

function unit(isPositive: boolean): Moments {
  return { n: 1, positive: Number(isPositive), mean: Number(isPositive), m2: 0 };
}

// Five steps at 1 % are 25 of 500, and a binomial with that chance is above 33 in one of twenty.
it('SAF-56: of 500 ramps that do no harm, 33 are rolled back at most', () => {
  const { ROLL_BACK = 0, DONE = 0 } = endsOf(5600, 1, RAMPS);
  // With none, the check could not fail.
  expect(ROLL_BACK).toBeGreaterThan(5);
  expect(ROLL_BACK).toBeLessThanOrEqual(33);
  expect(DONE).toBeGreaterThan(RAMPS * 0.9);
});

it('SAF-56: ramps that double the errors are rolled back, so that the figure above means something', () => {
  const { ROLL_BACK = 0 } = endsOf(5601, 2, 50);
  expect(ROLL_BACK).toBeGreaterThanOrEqual(49);
});
