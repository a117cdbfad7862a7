import { type Moments, merge, momentsOfUnit } from '../moments.ts';
import type { Draw } from './honesty.ts';
import type { Random } from './random.ts';

/** A share of the units converts. */
export function conversions(rate: number): Draw {
  return (random, units) => {
    const mean = convertedOf(random, units, rate) / units;
    return { n: units, positive: mean * units, mean, m2: units * mean * (1 - mean) };
  };
}

/** One unit in 20 buys; the amount is log-normal with σ 2. */
export const revenue: Draw = (random, units) => {
  const buyers = convertedOf(random, units, 1 / 20);
  let spent: Moments = { n: units - buyers, positive: 0, mean: 0, m2: 0 };
  for (let buyer = 0; buyer < buyers; buyer++) {
    spent = merge(spent, momentsOfUnit({ y: Math.exp(2 * random.normal()) }));
  }
  return spent;
};

/** A metric of which the figure before exposure explains three quarters of the variance. */
export function remembered(mean: number): Draw {
  const unit = (random: Random) => {
    const x = random.normal();
    return momentsOfUnit({ y: mean + Math.sqrt(0.75) * x + 0.5 * random.normal(), x });
  };
  return (random, units) => {
    let moments = unit(random);
    for (let drawn = 1; drawn < units; drawn++) moments = merge(moments, unit(random));
    return moments;
  };
}

/** Orders per visit: one to three visits, each of which ends in an order one time in four. */
export const ordersPerVisit: Draw = (random, units) => {
  let moments = momentsOfUnit(visitor(random));
  for (let unit = 1; unit < units; unit++) moments = merge(moments, momentsOfUnit(visitor(random)));
  return moments;
};

function visitor(random: Random): { y: number; d: number } {
  const d = 1 + Math.floor(3 * random.uniform());
  let y = 0;
  for (let visit = 0; visit < d; visit++) if (random.uniform() < 0.25) y++;
  return { y, d };
}

/** Draws the number of units that convert, by skipping from one to the next. Source: Devroye (1986), X.2. */
function convertedOf(random: Random, units: number, rate: number): number {
  const logKept = Math.log(1 - rate);
  const leap = () => Math.floor(Math.log(1 - random.uniform()) / logKept);
  let converted = 0;
  for (let at = leap(); at < units; at += 1 + leap()) converted++;
  return converted;
}
