import { expect, test } from 'vitest';
import { sampleRatio } from './sample-ratio.ts';
import { claims, mostWrongClaims } from './testing/honesty.ts';
import { phasesWith, type Truth } from './testing/phases.ts';
import { differingRamps } from './testing/ramps.ts';
import { seededRandom } from './testing/random.ts';
import { DISHONEST, FOUND, HONEST } from './testing/studies.ts';

const SEED = 61;

test('RES-61: the limits are those of the statement', () => {
  const limits = HONEST.map((study) => [study.runs, mostWrongClaims(study)]);
  expect(limits).toContainEqual([2000, 130]);
  expect(limits).toContainEqual([1000, 71]);
});

test.each(HONEST)('RES-61: $name keeps its error rate', (study) => {
  expect(claims(study, SEED)).toBeLessThanOrEqual(mostWrongClaims(study));
});

test.each(DISHONEST)('RES-61: $name exceeds its error rate', (study) => {
  expect(claims(study, SEED)).toBeGreaterThan(mostWrongClaims(study));
});

test.each(FOUND)('RES-61: $name is detected in four of five runs', (study) => {
  expect(claims(study, SEED)).toBeGreaterThan(0.8 * study.runs);
});

/** Number of phases with an alarm: 28 daily looks, 1,000 units a day. `truth` is the real share, `split` the planned. */
function mismatchAlarms(runs: number, truth: number, split: number): number {
  const random = seededRandom(SEED);
  let alarms = 0;
  for (let run = 0; run < runs; run++) {
    let units = 0;
    for (let day = 1; day <= 28; day++) {
      for (let unit = 0; unit < 1000; unit++) if (random.uniform() < truth) units++;
      const arms = [
        { units, share: split },
        { units: day * 1000 - units, share: 1 - split },
      ];
      if (!sampleRatio(arms).alarm) continue;
      alarms++;
      break;
    }
  }
  return alarms;
}

// 300 phases at 1 %, plus three standard errors.
test('RES-61, RES-55: traffic that follows the split raises the alarm in less than 1 % of phases', () => {
  expect(mismatchAlarms(300, 0.5, 0.5)).toBeLessThanOrEqual(8);
  expect(mismatchAlarms(300, 0.1, 0.1)).toBeLessThanOrEqual(8);
});

test('RES-61, RES-55: traffic that is off by two points raises the alarm', () => {
  expect(mismatchAlarms(50, 0.52, 0.5)).toBe(50);
});

const SAME: Truth = { goal: [0.1, 0.1, 0.1], guardrail: [0.1, 0.1, 0.1] };
const WINNERS = ['WINNER', 'WINNER_SIGNAL', 'WINNER_NOT_HARMED', 'WINNER_GUARDRAILS_OPEN'] as const;

// 400 phases at 5 %, plus three standard errors.
test('RES-61, RES-59: where nothing differs, 19 of 20 phases never report a winner or a loser', () => {
  const phases = { truth: SAME, count: 400, seed: SEED };
  expect(phasesWith([...WINNERS, 'LOSER'], phases)).toBeLessThanOrEqual(33);
});

test('RES-61, RES-59: where nothing differs, 19 of 20 phases never report harm', () => {
  const phases = { truth: SAME, count: 400, seed: SEED };
  expect(phasesWith(['GUARDRAIL_HARM'], phases)).toBeLessThanOrEqual(33);
});

const TRUTHS: readonly (readonly [string, Truth, Parameters<typeof phasesWith>[0]])[] = [
  ['a winner', { ...SAME, goal: [0.1, 0.1, 0.125] }, WINNERS],
  ['harm', { ...SAME, guardrail: [0.1, 0.1, 0.13] }, ['GUARDRAIL_HARM']],
  ['a loser', { ...SAME, goal: [0.1, 0.08, 0.08] }, ['LOSER']],
  ['lost users', { ...SAME, lost: 0.1 }, ['INVALID_SRM']],
];

test.each(TRUTHS)('RES-61, RES-59: %s is reported in four of five phases', (_, truth, codes) => {
  expect(phasesWith(codes, { truth, count: 50, seed: SEED })).toBeGreaterThanOrEqual(40);
});

// 1,000 ramps at 5 %, plus three standard errors.
test.each(['EVERYONE', 'NEW_USERS'] as const)(
  'RES-101, RES-103: where nothing differs, the last phase of a ramp that counts %s differs in one of 20',
  (rule) => {
    const ramps = { rule, count: 1_000, plannedUnits: 400 };
    const differing = differingRamps(seededRandom(SEED), ramps);
    expect(differing).toBeLessThanOrEqual(mostWrongClaims({ runs: ramps.count, alpha: 0.05 }));
    // The look was made: with none, the check could not fail.
    expect(differing).toBeGreaterThan(10);
  },
);

test('RES-101: phases of a ramp that were pooled would differ in half of them', () => {
  expect(differingRamps(seededRandom(SEED), { rule: 'POOLED', count: 100 })).toBeGreaterThan(50);
});
