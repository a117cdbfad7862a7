import type { Effect } from '../effect.ts';
import { isGateOpen } from '../gate.ts';
import { type Moments, merge, NO_MOMENTS } from '../moments.ts';
import { type Random, seededRandom } from './random.ts';

/** Draws the moments of this many new units. */
export type Draw = (random: Random, units: number) => Moments;

/** A simulated experiment whose truth is known, day by day. */
export interface Scenario {
  readonly days: number;
  readonly controlPerDay: number;
  readonly treatmentPerDay: number;
  readonly control: Draw;
  readonly treatment: Draw;
  /** The effect as the product computes it. */
  readonly effect: (control: Moments, treatment: Moments) => Effect | undefined;
}

/** Whether a look makes a claim, such as "there is a difference". */
export type Claim = (effect: Effect) => boolean;

export interface Study {
  readonly name: string;
  readonly scenario: Scenario;
  readonly claim: Claim;
  readonly looks: 'EVERY_DAY' | 'AT_THE_END';
  readonly runs: number;
  /** The share of runs in which a wrong claim is allowed. */
  readonly alpha: number;
}

/** The largest number of wrong claims that chance explains: three standard errors above the error rate. */
export function mostWrongClaims({ runs, alpha }: Pick<Study, 'runs' | 'alpha'>): number {
  return Math.ceil(runs * alpha + 3 * Math.sqrt(runs * alpha * (1 - alpha)));
}

/** The number of runs that make the claim at any look at which the gate is open (RES-58). */
export function claims({ scenario, claim, looks, runs }: Study, seed: number): number {
  const random = seededRandom(seed);
  let claimed = 0;
  for (let run = 0; run < runs; run++) {
    if (isClaimed(scenario, claim, looks, random)) claimed++;
  }
  return claimed;
}

function isClaimed(
  scenario: Scenario,
  claim: Claim,
  looks: Study['looks'],
  random: Random,
): boolean {
  let control = NO_MOMENTS;
  let treatment = NO_MOMENTS;
  for (let day = 1; day <= scenario.days; day++) {
    control = merge(control, scenario.control(random, scenario.controlPerDay));
    treatment = merge(treatment, scenario.treatment(random, scenario.treatmentPerDay));
    if (looks === 'AT_THE_END' && day < scenario.days) continue;
    if (!isGateOpen(control) || !isGateOpen(treatment)) continue;
    const effect = scenario.effect(control, treatment);
    if (effect !== undefined && claim(effect)) return true;
  }
  return false;
}
