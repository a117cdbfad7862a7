import type { Metric, MetricMoments } from '../comparison.ts';
import {
  type GuardrailFinding,
  type GuardrailMetric,
  guardrailFinding,
  withFinalLook,
} from '../guardrail-finding.ts';
import {
  type AnalysisPlan,
  finalGuardrailLimit,
  guardrailLimit,
  isFinalLookDue,
} from '../limits.ts';
import { merge, NO_MOMENTS } from '../moments.ts';
import { estimate } from '../planner.ts';
import { conversions } from './draws.ts';
import { mostWrongClaims } from './honesty.ts';
import { seededRandom } from './random.ts';

/**
 * A guardrail at the planned units, day by day as the service looks at it: `npm run honesty:service` runs it first. It
 * compares how often the guardrail is proved safe with what the planner announced, and how often it is so falsely.
 * Source: RES-105, RES-107.
 */
const RUNS = 1_000;
const DAYS = 14;
const LEVEL = 0.05;
const MARGIN = 0.05;
const SEED = 105;
const GOAL: Metric = { key: 'goal', kind: 'CONVERSION', better: 'UP', cuped: false };
const ERRORS: GuardrailMetric = { ...GOAL, key: 'errors', better: 'DOWN', margin: MARGIN };

const plan = { alpha: 0.05, power: 0.8, mde: 0.1 };
const { planned, guardrails } = estimate({
  plan: {
    ...GOAL,
    ...plan,
    baseline: LEVEL,
    variance: LEVEL * (1 - LEVEL),
    controlShare: 1,
    treatmentShares: [1],
  },
  unitsPerDay: 0,
  windowHours: 0,
  guardrails: [
    {
      id: 'errors',
      expected: {
        better: 'DOWN',
        margin: MARGIN,
        level: LEVEL,
        variance: LEVEL * (1 - LEVEL),
      },
    },
  ],
  candidates: [],
  sizesForGuardrails: false,
});
const analysis: AnalysisPlan = {
  ...plan,
  plannedUnits: planned.pairUnits,
  treatments: 1,
  guardrails: 1,
  looksAtGuardrails: true,
};

/** In how many runs the guardrail is safe at the planned units, and in how many it was so at any look. */
function safeIn(rate: number): { atTheEnd: number; ever: number } {
  const random = seededRandom(SEED);
  const perDay = Math.ceil(planned.pairUnits / 2 / DAYS);
  let [atTheEnd, ever] = [0, 0];
  for (let run = 0; run < RUNS; run++) {
    let control = NO_MOMENTS;
    let treatment = NO_MOMENTS;
    let look: GuardrailFinding | undefined;
    const seen: string[] = [];
    for (let day = 0; day < DAYS; day++) {
      control = merge(control, conversions(LEVEL)(random, perDay));
      treatment = merge(treatment, conversions(rate)(random, perDay));
      const moments: MetricMoments = { control, treatments: [treatment] };
      if (isFinalLookDue(analysis, moments)) {
        look ??= guardrailFinding(finalGuardrailLimit(analysis), ERRORS, moments);
      }
      const anytime = guardrailFinding(guardrailLimit(analysis), ERRORS, moments);
      seen.push((look ? withFinalLook(anytime, look) : anytime).states[0] ?? 'SHUT');
    }
    if (look === undefined) throw new Error('The final look was not made.');
    if (seen.at(-1) === 'SAFE') atTheEnd++;
    if (seen.includes('SAFE')) ever++;
  }
  return { atTheEnd, ever };
}

const announced = guardrails[0]?.chance ?? Number.NaN;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const same = safeIn(LEVEL).atTheEnd / RUNS;
const isAsAnnounced = Math.abs(same - announced) <= 0.03;
const margin = safeIn(LEVEL * (1 + MARGIN)).ever;
const limit = mostWrongClaims({ runs: RUNS, alpha: plan.alpha });
process.stdout.write(
  `${RUNS} guardrails of ${percent(LEVEL)}, margin ${percent(MARGIN)}, ${planned.totalUnits} users\n` +
    `${isAsAnnounced ? 'ok  ' : 'FAIL'} the same: ${percent(same)} proved safe, ${percent(announced)} announced\n` +
    `${margin <= limit ? 'ok  ' : 'FAIL'} worse by the margin: ${margin} falsely safe at any look, at most ${limit}\n`,
);
process.exitCode = isAsAnnounced && margin <= limit ? 0 : 1;
