import { type Random, seededRandom } from '@comporta/stats/testing/random';

/** An event that a user sends, with its delay after the exposure. */
export interface Deed {
  readonly key: string;
  readonly value?: number;
  readonly afterMs: number;
}

/** A split, the plan of its analysis, and the simulated events of its users. */
export interface MeasuredSplit {
  readonly toggle: string;
  readonly hypothesis: string;
  /** Keys of metrics. */
  readonly goal: string;
  readonly guardrails: readonly string[];
  readonly secondary: readonly string[];
  readonly plannedUnits: number;
  readonly days: number;
  readonly usersADay: number;
  /** Events of a user who got this value; undefined if the user is lost before anything is reported. */
  readonly deeds: (value: string, random: Random) => readonly Deed[] | undefined;
}

/** The metrics of the shop. */
export const METRICS = [
  {
    key: 'purchase',
    name: 'Purchase',
    description: 'Bought something within a week',
    kind: 'CONVERSION',
    eventKey: 'purchase',
  },
  {
    key: 'revenue',
    name: 'Revenue',
    description: 'Euro per user within a week',
    kind: 'MEAN',
    eventKey: 'purchase',
    cap: { type: 'ABSOLUTE', value: 1_000 },
  },
  {
    key: 'page-load',
    name: 'Page load',
    description: 'Milliseconds until the page can be used',
    kind: 'MEAN',
    eventKey: 'page-load',
    better: 'DOWN',
  },
  {
    key: 'add-to-cart',
    name: 'Article in the cart',
    kind: 'CONVERSION',
    eventKey: 'add-to-cart',
  },
  {
    key: 'support-call',
    name: 'Support call',
    description: 'Asked for help',
    kind: 'CONVERSION',
    eventKey: 'support-call',
    better: 'DOWN',
  },
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOTHING: readonly Deed[] = [];

function purchase(probability: number, random: Random): readonly Deed[] {
  if (random.uniform() >= probability) return NOTHING;
  const value = Math.round(15 + 45 * Math.exp(0.7 * random.normal()));
  return [{ key: 'purchase', value, afterMs: random.uniform() * 6 * HOUR_MS }];
}

function pageLoad(meanMs: number, random: Random): readonly Deed[] {
  const value = Math.round(meanMs * Math.exp(0.25 * random.normal()));
  return [{ key: 'page-load', value, afterMs: MINUTE_MS }];
}

function addToCart(probability: number, random: Random): readonly Deed[] {
  if (random.uniform() >= probability) return NOTHING;
  return [{ key: 'add-to-cart', afterMs: random.uniform() * HOUR_MS }];
}

/** The share of users with the new value whom a broken redirect loses before they are reported. */
const LOST = 0.25;

function supportCall(probability: number, random: Random): readonly Deed[] {
  if (random.uniform() >= probability) return NOTHING;
  return [{ key: 'support-call', afterMs: random.uniform() * 24 * HOUR_MS }];
}

/** A split with a winner, one without a result yet, one that loses users, and a month whose guardrail nobody can prove safe. */
export const MEASURED_SPLITS: readonly MeasuredSplit[] = [
  {
    toggle: 'checkout.one-page',
    hypothesis: 'With the whole checkout on one page more people come to its end.',
    goal: 'purchase',
    guardrails: ['page-load'],
    secondary: ['revenue', 'add-to-cart'],
    plannedUnits: 15_000,
    days: 16,
    usersADay: 850,
    deeds: (value, random) => [
      ...purchase(value === 'enabled' ? 0.132 : 0.1, random),
      ...pageLoad(value === 'enabled' ? 905 : 900, random),
      ...addToCart(value === 'enabled' ? 0.31 : 0.3, random),
    ],
  },
  {
    toggle: 'search.suggestions',
    hypothesis: 'Who is helped while typing finds something to buy.',
    goal: 'add-to-cart',
    guardrails: ['page-load'],
    secondary: ['purchase'],
    plannedUnits: 9_000,
    days: 8,
    usersADay: 320,
    deeds: (value, random) => [
      ...addToCart(value === 'enabled' ? 0.31 : 0.3, random),
      ...pageLoad(value === 'enabled' ? 910 : 900, random),
      ...purchase(0.1, random),
    ],
  },
  {
    toggle: 'payments.stored-cards',
    hypothesis: 'Who need not type a card again gives up less often.',
    goal: 'purchase',
    guardrails: [],
    secondary: ['revenue'],
    plannedUnits: 12_000,
    days: 6,
    usersADay: 450,
    deeds(value, random) {
      const isLost = value === 'enabled' && random.uniform() < LOST;
      return isLost ? undefined : purchase(0.1, random);
    },
  },
  {
    toggle: 'checkout.guest',
    hypothesis:
      'Who need not open an account buys more often, and does not ask for help more often.',
    goal: 'purchase',
    guardrails: ['support-call'],
    secondary: ['revenue'],
    plannedUnits: 10_000,
    days: 30,
    usersADay: 400,
    deeds: (value, random) => [
      ...purchase(value === 'enabled' ? 0.135 : 0.1, random),
      ...supportCall(0.12, random),
    ],
  },
];

/** Random numbers with a fixed seed: users behave the same in every run. */
export function randomOf(split: MeasuredSplit): Random {
  return seededRandom(MEASURED_SPLITS.indexOf(split) + 1);
}
