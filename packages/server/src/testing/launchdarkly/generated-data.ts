import type {
  Clause,
  Flag,
  LaunchdarklyData,
  Segment,
} from '../../launchdarkly/launchdarkly-data.ts';
import { oneOf, type Random, some } from '../flagd/generated-flags.ts';

/** Made-up flags and segments of LaunchDarkly, and contexts to ask them for: the same ones for the same seed. */

const TEXTS = [
  'BR',
  'PT',
  'a,b',
  ' x ',
  'pro',
  '@acme.com',
  'R$ 5',
  'não',
  '10',
  'true',
  'a',
  'ana',
];
const PATTERNS = [
  '^a',
  'R$',
  '^(BR|PT)$',
  '@acme\\.com$',
  '[^a-c]+',
  '^.{2}$',
  '\\d+',
  'a|',
  '(?=a)',
];
const NUMBERS = [0, 1, 17, 18, -5, 2.5, 1e21];
const VERSIONS = ['1.2.3', '2.0.0', '2.0.0-rc.1', '0.9.10', '1.2', '2', '2.1-beta', 'v3'];
const MOMENTS = [1_767_225_600_000, '2026-01-01T00:00:00Z', '2026-06-30T12:00:00.5+02:00'];
const KEYS = ['ana', 'bob', 'carl,x', ' dan', '42', 'true', 'eve@acme.com'];
const TEXT_KEYS = ['country', 'plan', 'email', '/name', 'key'];
const ORDERS = ['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'];
const SEGMENTS = ['beta', 'staff', 'nested', 'many', 'gone'];

function comparison(random: Random): Omit<Clause, 'negate'> {
  const texts = () => some(random, () => oneOf(random, TEXTS));
  const text = oneOf(random, TEXT_KEYS);
  const contextKind = text.startsWith('/') || random() < 0.5 ? 'user' : undefined;
  switch (Math.floor(random() * 11)) {
    case 0:
    case 1:
      return { attribute: text, op: 'in', values: texts(), contextKind };
    case 2: {
      const op = oneOf(random, ['startsWith', 'endsWith', 'contains']);
      return { attribute: text, op, values: texts(), contextKind };
    }
    case 3:
      return { attribute: text, op: 'matches', values: [oneOf(random, PATTERNS)], contextKind };
    case 4:
      return { attribute: 'age', op: 'in', values: some(random, () => oneOf(random, NUMBERS)) };
    case 5: {
      const values = some(random, () => oneOf(random, NUMBERS));
      return { attribute: oneOf(random, ['age', 'seats']), op: oneOf(random, ORDERS), values };
    }
    case 6:
      return { attribute: 'paying', op: 'in', values: [random() < 0.5] };
    case 7:
      return { attribute: 'anonymous', op: 'in', values: [random() < 0.5] };
    case 8: {
      const op = oneOf(random, ['semVerEqual', 'semVerLessThan', 'semVerGreaterThan']);
      return { attribute: 'version', op, values: some(random, () => oneOf(random, VERSIONS)) };
    }
    case 9: {
      const moment = oneOf(random, MOMENTS);
      const attribute = typeof moment === 'number' ? 'since' : 'signedUp';
      return { attribute, op: oneOf(random, ['before', 'after']), values: [moment] };
    }
    default:
      return {
        attribute: '',
        op: 'segmentMatch',
        values: some(random, () => oneOf(random, SEGMENTS)),
      };
  }
}

function clauses(random: Random): Clause[] {
  return some(random, () => ({ ...comparison(random), negate: random() < 0.3 }));
}

/** With the segment `many`, which is a list of ids, where that is asked for. */
function segments(random: Random, many: string[]): Record<string, Segment> {
  const keys = () => some(random, () => oneOf(random, KEYS));
  const rules = () => (random() < 0.7 ? some(random, () => ({ clauses: clauses(random) })) : []);
  const nested = { attribute: '', op: 'segmentMatch', values: ['beta'] };
  return {
    beta: {
      included: keys(),
      excluded: random() < 0.5 ? keys() : [],
      rules: withoutSegments(rules()),
    },
    staff: {
      included: [],
      includedContexts: [{ contextKind: 'user', values: keys() }],
      excludedContexts: [{ contextKind: 'user', values: keys() }],
      rules: [...withoutSegments(rules()), { clauses: [], weight: random() < 0.5 ? 100_000 : 0 }],
    },
    nested: { excluded: keys(), rules: [{ clauses: [nested] }] },
    many: { included: many },
  };
}

function withoutSegments<Rule extends { readonly clauses?: readonly Clause[] }>(
  rules: Rule[],
): Rule[] {
  return rules.filter((rule) => rule.clauses?.every(({ op }) => op !== 'segmentMatch'));
}

const VARIATIONS: readonly (readonly unknown[])[] = [
  [true, false],
  ['on', 'off', 'ö, "x"'],
  [1, 0.5, 0, 1],
  [{ colour: 'red', sizes: [1, null] }, {}],
];

function generatedFlag(random: Random, others: readonly string[]): Flag {
  const variations = oneOf(random, VARIATIONS);
  const variation = () => Math.floor(random() * variations.length);
  const choice = () => {
    if (random() < 0.8) return { variation: variation() };
    const weights = oneOf(random, [[0, 100_000], [100_000], [0, 0], [100_000, 40_000]]);
    return {
      rollout: { variations: weights.map((weight) => ({ variation: variation(), weight })) },
    };
  };
  const targets = some(random, () => ({
    variation: variation(),
    values: some(random, () => oneOf(random, KEYS)),
  }));
  const places = targets.map((target) => ({ ...target, contextKind: 'user', values: [] }));
  const prerequisite = () => ({ key: oneOf(random, others), variation: Math.floor(random() * 2) });
  return {
    on: random() < 0.9,
    variations: [...variations],
    ...(random() < 0.95 && { offVariation: variation() }),
    fallthrough: choice(),
    ...(random() < 0.5 && { targets }),
    ...(random() < 0.3 && { contextTargets: places.toReversed() }),
    rules: random() < 0.9 ? some(random, () => ({ ...choice(), clauses: clauses(random) })) : [],
    ...(random() < 0.2 && { prerequisites: some(random, prerequisite) }),
  };
}

/** The data of an environment with so many flags. */
export function generatedData(
  random: Random,
  { flags, many = [] }: { readonly flags: number; readonly many?: string[] },
): LaunchdarklyData {
  const names = Array.from({ length: flags }, (_, place) => `flag-${place}`);
  const others = [...names, 'gone'];
  const made = names.map((name) => [name, generatedFlag(random, others)] as const);
  return { flags: Object.fromEntries(made), segments: segments(random, many) };
}

const NEAR_TEXTS = [
  ...TEXTS,
  'B',
  'BRA',
  'x',
  'xa',
  'ana@acme.com',
  'acme.com',
  '',
  '%',
  'R$',
  'R$ 50',
];
const NEAR_NUMBERS = NUMBERS.flatMap((number) => [number - 1, number, number + 0.5]);
const NEAR_VERSIONS = [
  ...[
    '1.2.2',
    '1.2.3',
    '1.2.3-a',
    '1.2.4',
    '1.2.0',
    '2.0.0-0',
    '2.0.0-rc.1',
    '2.0.0-rc.2',
    '2.0.0',
  ],
  ...['2.0.1+build', '2.1.0-beta', '2.1.0-alpha', '2.1.0', '0.9.10', '0.9.9', '3.0.0'],
];
const DAY = '2026-01-01T00:00:00';
const NEAR_MOMENTS = [
  `${DAY}Z`,
  `${DAY}.001Z`,
  `${DAY}+01:00`,
  '2025-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00Z',
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
  [17, 'x'],
  {},
  'BR',
  '1.2',
];

/** A context of the kind user: each attribute near the terms, or absent. Without strict types, of any kind. */
export function generatedContext(
  random: Random,
  {
    areTypesStrict,
    keys = [],
  }: { readonly areTypesStrict: boolean; readonly keys?: readonly string[] },
): Readonly<Record<string, unknown>> & { readonly key: string } {
  const kinds: readonly (readonly [string, readonly unknown[]])[] = [
    ...['country', 'plan', 'email', 'name'].map((name) => [name, NEAR_TEXTS] as const),
    ...['age', 'seats'].map((name) => [name, NEAR_NUMBERS] as const),
    ...['paying', 'anonymous'].map((name) => [name, [true, false]] as const),
    ['version', NEAR_VERSIONS],
    ['since', [1_767_225_599_999, 1_767_225_600_000, 1_767_225_600_001]],
    ['signedUp', NEAR_MOMENTS],
  ];
  const given = kinds.flatMap(([name, values]) => {
    if (random() < 0.25) return [];
    const isOther = !areTypesStrict && name !== 'anonymous' && random() < 0.6;
    return [[name, oneOf(random, isOther ? OTHERS : values)] as const];
  });
  const key = oneOf(random, [...KEYS, 'frank', 'Ana', 'BR', ...keys]);
  return { key, ...Object.fromEntries(given) };
}
