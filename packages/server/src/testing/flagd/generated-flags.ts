/** Made-up flags of flagd, and users to ask them for: the same ones for the same seed. */

type Json = unknown;
export type Random = () => number;

/** A linear congruential generator; from 0 to below 1. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = ['BR', 'PT', 'a,b', ' x ', 'pro', '@acme.com', 'R$ 5', 'não', '10', 'true', 'a'];
const NUMBERS = [0, 1, 17, 18, -5, 2.5, 1e21];
const VERSIONS = ['1.2.3', '2.0.0', '2.0.0-rc.1', '0.9.10', '1.2', 'v3', '1.2.3+build'];
const TEXT_KEYS = ['country', 'plan', 'email', 'targetingKey'];
const NUMBER_KEYS = ['age', 'seats'];
const SWITCH_KEYS = ['beta', 'staff'];
const VERSION_KEYS = ['version'];
const ORDERS = ['<', '<=', '>', '>='];
const EQUALITIES = ['==', '===', '!=', '!=='];

export const EVALUATORS = {
  acme: { ends_with: [{ var: 'email' }, '@acme.com'] },
  adults: { and: [{ '>=': [{ var: 'age' }, 18] }, { '===': [{ var: 'country' }, 'PT'] }] },
  some: { or: [{ '===': [{ var: 'plan' }, 'pro'] }, { in: [{ var: 'country' }, ['BR', 'PT']] }] },
};

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function some<Item>(random: Random, make: () => Item): Item[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, make);
}

function comparison(random: Random): Json {
  const text = { var: oneOf(random, TEXT_KEYS) };
  const number = { var: [oneOf(random, NUMBER_KEYS)] };
  const isTurned = random() < 0.3;
  const sides = (left: Json, right: Json) => (isTurned ? [right, left] : [left, right]);
  switch (Math.floor(random() * 10)) {
    case 0:
      return { [oneOf(random, EQUALITIES)]: sides(text, oneOf(random, TEXTS)) };
    case 1:
      return { [oneOf(random, EQUALITIES)]: sides(number, oneOf(random, NUMBERS)) };
    case 2:
      return {
        [oneOf(random, EQUALITIES)]: sides({ var: oneOf(random, SWITCH_KEYS) }, random() < 0.5),
      };
    case 3:
      return { [oneOf(random, ORDERS)]: sides(number, oneOf(random, NUMBERS)) };
    case 4:
      return { in: [text, some(random, () => oneOf(random, TEXTS))] };
    case 5:
      return { in: [number, some(random, () => oneOf(random, NUMBERS))] };
    case 6:
      return { in: [oneOf(random, TEXTS), text] };
    case 7:
      return { [oneOf(random, ['starts_with', 'ends_with'])]: [text, oneOf(random, TEXTS)] };
    case 8:
      return {
        sem_ver: [
          { var: oneOf(random, VERSION_KEYS) },
          oneOf(random, ['=', '!=', '<', '<=', '>', '>=', '^', '~']),
          oneOf(random, VERSIONS),
        ],
      };
    default:
      return { var: oneOf(random, SWITCH_KEYS) };
  }
}

function condition(random: Random, depth: number): Json {
  const inner = () => condition(random, depth - 1);
  const kind = depth === 0 ? 1 : random();
  if (kind < 0.15) return { and: some(random, inner) };
  if (kind < 0.3) return { or: some(random, inner) };
  if (kind < 0.4) return { '!': [inner()] };
  if (kind < 0.45) return { '!': inner() };
  if (kind < 0.52) return { $ref: oneOf(random, Object.keys(EVALUATORS)) };
  return comparison(random);
}

function outcome(random: Random, variants: readonly string[], depth: number): Json {
  const inner = () => outcome(random, variants, depth - 1);
  const kind = depth === 0 ? random() * 0.4 : random();
  if (kind < 0.35) return oneOf(random, variants);
  if (kind < 0.4) return null;
  if (kind < 0.45 && variants.includes('true')) {
    return { '!': { and: [condition(random, 1), condition(random, 1)] } };
  }
  const branches = some(random, () => [condition(random, 2), inner()]).flat();
  return { if: random() < 0.8 ? [...branches, inner()] : branches };
}

const VARIANTS = [
  { true: true, false: false },
  { on: 'on', off: 'off', other: 'ö, "x"' },
  { one: 1, half: 0.5, none: 0, again: 1 },
  { a: { colour: 'red', sizes: [1, null] }, b: {} },
];

export interface GeneratedFlag {
  readonly state: 'ENABLED';
  readonly variants: Readonly<Record<string, unknown>>;
  readonly defaultVariant: string;
  readonly targeting: Json;
}

export function generatedFlag(random: Random): GeneratedFlag {
  const variants = oneOf<Readonly<Record<string, unknown>>>(random, VARIANTS);
  const names = Object.keys(variants);
  const targeting = outcome(random, names, 2);
  return {
    state: 'ENABLED',
    variants,
    defaultVariant: oneOf(random, names),
    targeting: typeof targeting === 'object' ? (targeting ?? {}) : { if: [true, targeting] },
  };
}

const NEAR_TEXTS = [...TEXTS, 'B', 'BRA', 'x', 'xa', 'a', 'ana@acme.com', 'acme.com', ''];
const NEAR_NUMBERS = NUMBERS.flatMap((number) => [number - 1, number, number + 0.5]);
const NEAR_VERSIONS = [
  ...['1.2.2', '1.2.3', '1.2.3-a', '1.2.4', '1.3.0', '2.0.0-0', '2.0.0-rc.1', '2.0.0-rc.2'],
  ...['2.0.0', '2.0.1+build', '3.0.0-0', '3.0.0', '0.9.10', '0.9.9', '1.0.0', '1.2.0', '4.0.0'],
];
const OTHERS = [
  true,
  false,
  'true',
  '10',
  10,
  1,
  0,
  null,
  [],
  ['BR'],
  ['a', 'pro'],
  {},
  'BR',
  '1.2',
];

/** A user: each property near the terms, or absent. Without strict types, of any kind. */
export function generatedUser(random: Random, areTypesStrict: boolean): Record<string, unknown> {
  const kinds: readonly (readonly [readonly string[], readonly unknown[]])[] = [
    [TEXT_KEYS, NEAR_TEXTS],
    [NUMBER_KEYS, NEAR_NUMBERS],
    [SWITCH_KEYS, [true, false]],
    [VERSION_KEYS, NEAR_VERSIONS],
  ];
  const given = kinds.flatMap(([keys, values]) =>
    keys.flatMap((key) => {
      if (random() < 0.25) return [];
      const isOther = !areTypesStrict && key !== 'targetingKey' && random() < 0.6;
      return [[key, oneOf(random, isOther ? OTHERS : values)] as const];
    }),
  );
  return Object.fromEntries(given);
}
