import { mostWrongClaims } from './honesty.ts';
import { differingRamps, type Ramps } from './ramps.ts';
import { seededRandom } from './random.ts';

/**
 * Ramps in which no value does anything, and how many of them the last phase calls different: 5 %, plus three standard
 * errors of so many runs, is the limit. Pooled phases must exceed it. `npm run honesty:service` runs it. In 20,000 ramps
 * with a plan it was 4.1 % of those that count everyone and 4.0 % of those with new users only.
 * Source: RES-101, RES-103.
 */
const COUNT = 1_000;
const SEED = 101;
const MOST = mostWrongClaims({ runs: COUNT, alpha: 0.05 });

function report(name: string, ramps: Omit<Ramps, 'count'>, isRight: (found: number) => boolean) {
  const found = differingRamps(seededRandom(SEED), { ...ramps, count: COUNT });
  const isGood = isRight(found);
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${name}: ${found} of ${COUNT} differ\n`);
  if (!isGood) process.exitCode = 1;
}

process.stdout.write(`Ramps 1 → 10 → 50 % without an effect, at most ${MOST} different\n`);
for (const plannedUnits of [undefined, 400]) {
  const plan = plannedUnits === undefined ? 'without a plan' : `planned ${plannedUnits} users`;
  for (const rule of ['EVERYONE', 'NEW_USERS'] as const) {
    report(`${rule}, ${plan}`, { rule, plannedUnits }, (found) => found <= MOST);
  }
}
report('POOLED, which nothing does', { rule: 'POOLED' }, (found) => found > MOST);
