import { describe, expect, it } from 'vitest';
import { holdSnapshot } from './snapshot/current-snapshot.ts';
import { parsedOf, toggleOf } from './test-support/snapshots.ts';
import { togglesOf } from './toggles.ts';

const holder = holdSnapshot();
holder.replace(
  parsedOf({
    toggles: [
      toggleOf('new-checkout', 'enabled'),
      toggleOf('colour', 'green', 'STRING'),
      toggleOf('retries', '3', 'NUMBER'),
      toggleOf('limits', '{"daily":[1,2]}', 'JSON'),
      toggleOf('greeting', '"hello"', 'JSON'),
      toggleOf('__proto__', 'enabled'),
      toggleOf('split'),
      toggleOf('in-brazil'),
    ],
    properties: [{ id: 'country', key: 'country', type: 'STRING' }],
    experiments: [
      {
        id: 'experiment',
        toggleId: 'id-of-split',
        status: 'ACTIVE',
        salt: 'salt',
        buckets: 10_000,
        rules: [{ type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 100 } } }],
      },
      {
        id: 'experiment-in-brazil',
        toggleId: 'id-of-in-brazil',
        status: 'ACTIVE',
        salt: 'salt',
        buckets: 10_000,
        rules: [
          {
            type: 'PROPERTY',
            propertyRule: { propertyId: 'country', expression: 'EQUALS', term: 'BR' },
            valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
          },
        ],
      },
    ],
  }),
);
const odd: unknown[] = [];
const toggles = togglesOf(holder.current, (error) => odd.push(error));
const ANA = { uid: 'ana' };

it('RUL-51: a toggle at the head of 10,000 that depend on each other has a value', () => {
  const names = Array.from({ length: 10_000 }, (_, number) => `row-${number}`);
  const long = holdSnapshot();
  long.replace(
    parsedOf({
      toggles: names.map((name) => toggleOf(name)),
      experiments: names.map((name, number) => ({
        id: `experiment of ${name}`,
        toggleId: `id-of-${name}`,
        status: 'ACTIVE',
        salt: 'salt',
        buckets: 10_000,
        rules: [
          {
            ...(number === names.length - 1
              ? { type: 'ALL_USERS' }
              : {
                  type: 'TOGGLE_DEPENDENCY',
                  toggleDependencyRule: { toggleId: `id-of-row-${number + 1}`, value: 'enabled' },
                }),
            valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
          },
        ],
      })),
    }),
  );
  const row = togglesOf(long.current, (error) => expect.fail(String(error)));
  expect(row.value('row-0', ANA, 'fallback')).toBe('enabled');
  expect(new Set(Object.values(row.allValues(ANA)))).toEqual(new Set(['enabled']));
});

describe('toggles', () => {
  it('return values of their type', () => {
    expect(toggles.boolean('new-checkout', ANA, false)).toBe(true);
    expect(toggles.string('colour', ANA, 'red')).toBe('green');
    expect(toggles.number('retries', ANA, 1)).toBe(3);
    expect(toggles.object('limits', ANA, {})).toEqual({ daily: [1, 2] });
    expect(toggles.string('greeting', ANA, '')).toBe('hello');
    expect(toggles.value('retries', ANA, '1')).toBe('3');
    expect(toggles.allValues(ANA)).toMatchObject({ 'new-checkout': 'enabled', retries: '3' });
    expect(Object.keys(toggles.allValues(ANA))).toContain('__proto__');
  });

  it('give the reason', () => {
    expect(toggles.details('split', ANA, false)).toEqual({
      toggle: 'split',
      value: true,
      variant: 'enabled',
      reason: 'SPLIT',
      ruleOrder: 1,
      ruleType: 'ALL_USERS',
      experimentId: 'experiment',
      environment: 'Production',
      revision: 1,
    });
    expect(toggles.explain('split', ANA)).toMatchObject({ rules: [{ result: 'MATCHED' }] });
  });

  it('TYPE_MISMATCH: a value of another type is never returned', () => {
    expect(toggles.boolean('colour', ANA, true)).toBe(true);
    expect(toggles.string('new-checkout', ANA, 'off')).toBe('off');
    expect(toggles.number('colour', ANA, 7)).toBe(7);
    expect(toggles.object('greeting', ANA, { a: 1 })).toEqual({ a: 1 });
    expect(toggles.details('colour', ANA, false)).toMatchObject({
      value: false,
      reason: 'ERROR',
      errorCode: 'TYPE_MISMATCH',
      errorMessage: 'The value is of type STRING, the fallback is a boolean.',
    });
  });

  it('FLAG_NOT_FOUND: an unknown toggle returns the fallback and never throws', () => {
    for (const name of ['missing', 'constructor', '']) {
      expect(toggles.boolean(name, ANA, true)).toBe(true);
      expect(toggles.value(name, ANA, 'fallback')).toBe('fallback');
      const answer = { value: 'fallback', reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' };
      expect(toggles.details(name, ANA, 'fallback')).toMatchObject(answer);
      expect(toggles.explain(name, ANA)).toBeUndefined();
    }
  });

  it('TARGETING_KEY_MISSING: a split without uid returns the default of the toggle', () => {
    expect(toggles.boolean('split', {}, true)).toBe(false);
    expect(toggles.details('split', {}, true)).toMatchObject({
      value: false,
      variant: 'disabled',
      reason: 'SPLIT',
      errorCode: 'TARGETING_KEY_MISSING',
    });
  });

  it('PROVIDER_NOT_READY: before the first snapshot everything is the fallback', () => {
    const empty = togglesOf(
      () => undefined,
      () => {},
    );
    expect(empty.boolean('new-checkout', ANA, false)).toBe(false);
    expect(empty.value('new-checkout', ANA, 'x')).toBe('x');
    expect(empty.allValues(ANA)).toEqual({});
    expect(empty.explain('new-checkout', ANA)).toBeUndefined();
    expect(empty.details('new-checkout', ANA, 5)).toMatchObject({
      value: 5,
      errorCode: 'PROVIDER_NOT_READY',
    });
  });

  it('SDK-04, CLT-15: never throw, whatever the context is', () => {
    const throwing = {
      uid: 'ana',
      properties: {
        get country(): string {
          throw new Error('a getter');
        },
      },
    };
    const thrower = {
      get uid(): string {
        throw new Error('no uid');
      },
    };
    const trap = () => {
      throw new Error('a trap');
    };
    const traps = { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap };
    const proxy = new Proxy({}, traps);
    const odds = [throwing, thrower, proxy, { properties: proxy }, { properties: 7 }];
    for (const given of [undefined, null, 7, 'ana', ...odds]) {
      const context = given as object; // An untyped caller may pass this.
      expect(toggles.value('in-brazil', context, 'x')).toBe('disabled');
      expect(toggles.boolean('new-checkout', context, false)).toBe(true);
      expect(toggles.string('colour', context, 'red')).toBe('green');
      expect(toggles.number('retries', context, 1)).toBe(3);
      expect(toggles.object('limits', context, {})).toEqual({ daily: [1, 2] });
      expect(toggles.details('in-brazil', context, true)).toMatchObject({ value: false });
      expect(toggles.allValues(context)).toMatchObject({ retries: '3' });
      expect(toggles.explain('in-brazil', context)).toMatchObject({ value: 'disabled' });
    }
    expect(toggles.boolean('split', throwing, false)).toBe(true);
    expect(odd).toContainEqual(new Error('a getter'));
  });

  it('give each caller its own copy of the JSON', () => {
    const first = toggles.object<{ daily?: number[] }>('limits', ANA, {});
    first.daily = [];
    expect(toggles.object('limits', ANA, {})).toEqual({ daily: [1, 2] });
  });
});

describe('SDK-09: the bulk response for a page that a server renders', () => {
  it('has the toggles that are available to clients, typed, and reveals nothing about the rules', () => {
    const hidden = { ...toggleOf('hidden'), availableToClients: false };
    const held = holdSnapshot();
    held.replace(parsedOf({ toggles: [toggleOf('open'), hidden] }));
    const { bulkFor } = togglesOf(held.current, () => {});
    expect(bulkFor({ uid: 'ana', properties: { plan: 'pro' } })).toEqual({
      context: { targetingKey: 'ana', plan: 'pro' },
      flags: [{ key: 'open', reason: 'STATIC', value: false, variant: 'disabled' }],
      metadata: { environment: 'Production', revision: 1 },
      entityTag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    });
  });

  it('is undefined while there are no values', () => {
    expect(togglesOf(holdSnapshot().current, () => {}).bulkFor(ANA)).toBeUndefined();
  });
});
