import { describe, expect, it } from 'vitest';
import { TARGETING_PROMISES, type TargetingPromise } from '../foreign/targeting-scope.ts';
import { importLaunchdarkly } from './import-launchdarkly.ts';
import { type Flag, type LaunchdarklyData, launchdarklyDataSchema } from './launchdarkly-data.ts';

const PLAIN: Flag = {
  ...{ on: true, variations: [true, false], offVariation: 1 },
  fallthrough: { variation: 0 },
};
const OTHER_KIND = { contextKind: 'organization' };

function importedAll(
  data: LaunchdarklyData,
  promises: readonly TargetingPromise[] = TARGETING_PROMISES,
) {
  return importLaunchdarkly(data, { application: 'Shop', environment: 'Production', promises });
}

function imported(
  cart: Partial<Flag>,
  promises = TARGETING_PROMISES as readonly TargetingPromise[],
) {
  const segments = {
    half: { rules: [{ clauses: [], weight: 50_000 }] },
    big: { unbounded: true },
    ring: { rules: [{ clauses: [{ op: 'segmentMatch', values: ['ring'] }] }] },
    firms: { includedContexts: [{ ...OTHER_KIND, values: ['acme'] }] },
  };
  return importedAll({ flags: { cart: { ...PLAIN, ...cart } }, segments }, promises);
}

function ruleOf(op: string, values: unknown[], attribute = 'country', more = {}) {
  return { rules: [{ variation: 0, clauses: [{ attribute, op, values, ...more }] }] };
}

function rolloutOf(weights: readonly number[], more = {}) {
  const variations = weights.map((weight, variation) => ({ variation, weight }));
  return { fallthrough: { rollout: { variations, ...more } } };
}

describe('the data of LaunchDarkly', () => {
  it('LIF-74: a flag that is off is paused with its rules, and nothing is left to be said', () => {
    const { document, remarks } = imported({ on: false, ...ruleOf('in', ['BR']) });
    expect(remarks).toEqual([]);
    expect(document).toMatchObject({
      toggles: [{ values: ['enabled', 'disabled'], defaultValue: 'disabled' }],
      experiments: [{ status: 'PAUSED', rules: [{ type: 'PROPERTY' }, { type: 'ALL_USERS' }] }],
    });
  });

  it('LIF-74: a rollout becomes a split only where users may change sides', () => {
    const rollout = rolloutOf([25_000, 75_000], { kind: 'experiment', bucketBy: 'email' });
    expect(imported(rollout).document.experiments[0]?.rules).toMatchObject([
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 25, disabled: 75 } } },
    ]);
    expect(imported(rollout, ['types-are-strict']).remarks).toMatchObject([{ result: 'PAUSED' }]);
    expect(imported(rolloutOf([100_000, 0], { bucketBy: 'email' }), []).remarks).toEqual([]);
  });

  it('LIF-74: a negated pattern holds for every text that it does not match, also its own', () => {
    const { document } = imported(ruleOf('matches', ['R$'], 'country', { negate: true }));
    const conditions = ['NOT_REGEX R$', 'REGEX ^'].map((said) => {
      const [expression, term] = said.split(' ');
      return { propertyRule: { property: 'country', expression, term } };
    });
    expect(document.experiments[0]?.rules[0]).toMatchObject({ combinedRule: { conditions } });
  });

  it('LIF-74: a segment of 1,000 keys becomes a list of ids, one of fewer a target group', () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
    const segments = { many: { included: keys }, few: { included: keys.slice(1) } };
    const flags = { cart: { ...PLAIN, ...ruleOf('segmentMatch', ['many', 'few']) } };
    const { document, remarks, idLists } = importedAll({ flags, segments }, []);
    expect(remarks).toEqual([]);
    expect(document.idLists).toEqual([{ name: 'segments.many.included', description: '' }]);
    expect(document.targetGroups.map(({ name }) => name)).toEqual([
      'segment: many',
      'segment: few',
    ]);
    expect(idLists).toEqual(new Map([['segments.many.included', keys]]));
    const blank = { many: { included: [...keys, ' x'] } };
    expect(importedAll({ flags, segments: blank }).remarks).toMatchObject([{ result: 'PAUSED' }]);
  });

  it('only flags that pages and apps may have are available to clients', () => {
    const flags = {
      ...{
        server: PLAIN,
        page: { ...PLAIN, clientSideAvailability: { usingEnvironmentId: true } },
      },
      app: { ...PLAIN, clientSideAvailability: { usingMobileKey: true } },
    };
    const { document } = importedAll({ flags, flagValues: { alone: true } });
    expect(document.toggles.map((one) => [one.name, one.availableToClients])).toEqual([
      ...[
        ['server', false],
        ['page', true],
        ['app', true],
      ],
      ['alone', false],
    ]);
  });

  it('a flag, a segment and a prerequisite may be named __proto__', () => {
    const clauses = [{ op: 'segmentMatch', values: ['PROTO'] }];
    const text = JSON.stringify({
      flags: {
        PROTO: { ...PLAIN, rules: [{ variation: 1, clauses }] },
        child: { ...PLAIN, prerequisites: [{ key: 'PROTO', variation: 0 }] },
      },
      segments: { PROTO: { included: ['ana'] } },
    }).replaceAll('PROTO', '__proto__');
    const { document, remarks } = importedAll(launchdarklyDataSchema.parse(JSON.parse(text)));
    expect(remarks).toEqual([]);
    expect(document).toMatchObject({
      toggles: [{ name: '__proto__' }, { name: 'child' }],
      experiments: [
        { rules: [{ type: 'TARGET_GROUP' }, {}] },
        { rules: [{ type: 'TOGGLE_DEPENDENCY' }, {}] },
      ],
    });
  });

  it('LIF-74: a prerequisite that is off fails, also where its toggle gives the required value', () => {
    const off = { ...PLAIN, on: false };
    const needs = (variation: number) => ({ ...PLAIN, prerequisites: [{ key: 'off', variation }] });
    const { document, remarks } = importedAll({ flags: { off, on: needs(0), same: needs(1) } });
    expect(remarks).toEqual([
      { feature: 'same', result: 'PAUSED', reason: expect.stringContaining('off is off') },
    ]);
    expect(document.experiments).toMatchObject([
      { toggle: 'off', status: 'PAUSED' },
      { toggle: 'on', status: 'ACTIVE', rules: [{ type: 'TOGGLE_DEPENDENCY' }, {}] },
      { toggle: 'same', status: 'PAUSED' },
    ]);
  });

  it('LIF-74: prerequisites that need each other, or make too long a chain, are imported paused', () => {
    const needs = (key: string) => ({ ...PLAIN, prerequisites: [{ key, variation: 0 }] });
    const chain = Array.from({ length: 150 }, (_, index) => [`c${index}`, needs(`c${index + 1}`)]);
    const flags = { a: needs('b'), b: needs('a'), ...Object.fromEntries(chain), c150: PLAIN };
    const { remarks } = importedAll({ flags });
    expect(remarks.map(({ feature }) => feature).slice(0, 2)).toEqual(['b', 'a']);
    // Of the chain, 100 toggles stay.
    expect(remarks).toHaveLength(2 + 51);
  });

  it.each<[Partial<Flag>, string]>([
    [rolloutOf([33_333, 66_667]), 'fallthrough.rollout: its shares'],
    [rolloutOf([50_000, 50_000], { bucketBy: 'email' }), 'it divides users by email'],
    [rolloutOf([50_000, 50_000], OTHER_KIND), 'contexts of the kind organization'],
    [{ fallthrough: { variation: 7 } }, 'fallthrough: there is no variation 7'],
    [
      ruleOf('in', ['acme'], 'key', OTHER_KIND),
      'rules[0].clauses[0]: it is about contexts of the kind',
    ],
    [ruleOf('in', ['Rio'], '/address/city', { contextKind: 'user' }), '/address/city is inside'],
    [ruleOf('in', ['user'], 'kind'), 'kind cannot be a property'],
    [ruleOf('in', ['x'], 'uid'), 'uid cannot be a property'],
    [ruleOf('in', ['x', 1]), 'its values have to be texts, all of them'],
    [ruleOf('in', ['a\0b']), 'what it compares with has a character that cannot be stored'],
    [ruleOf('in', [], 'country', { negate: true }), 'it is negated and has no values'],
    [ruleOf('soundsLike', ['x']), 'the operator soundsLike has no counterpart'],
    [ruleOf('matches', ['(?=x)']), 'its pattern is read differently'],
    [ruleOf('matches', ['(?i)x']), 'its pattern is read differently'],
    [ruleOf('matches', ['(?i:x)']), 'its pattern is read differently'],
    [ruleOf('before', ['2026-01-01']), 'no date-time'],
    [ruleOf('semVerEqual', ['v1.0.0']), 'no version'],
    [ruleOf('segmentMatch', ['half']), 'segments.half.rules[0]: it takes only a share'],
    [ruleOf('segmentMatch', ['big']), 'segments.big: it is a big segment'],
    [ruleOf('segmentMatch', ['ring']), 'the segment ring leads back to itself'],
    [ruleOf('segmentMatch', ['firms']), 'contexts of the kind organization'],
    [{ contextTargets: [{ ...OTHER_KIND, variation: 0, values: ['acme'] }] }, 'contextTargets[0]'],
    [{ prerequisites: [{ key: 'cart', variation: 0 }] }, 'prerequisites[0]: cart is not imported'],
  ])('LIF-74: %#: it is paused, and the remark names the place', (cart, reason) => {
    expect(imported(cart).remarks).toEqual([
      { feature: 'cart', result: 'PAUSED', reason: expect.stringContaining(reason) },
    ]);
  });

  it.each<[Partial<Flag>, string]>([
    [{ on: false, offVariation: null }, 'offVariation: without one'],
    [{ variations: [1, 'x'] }, 'variations: all of them have to be texts'],
    [{ variations: ['a', 'a\0b'] }, 'variations: a value has a character that cannot be stored'],
    [{ variations: ['x'], offVariation: 0 }, 'at least 2 values'],
    [{ deleted: true }, 'it is deleted'],
  ])('LIF-74: %#: it is left out, because a program gets its own fallback', (cart, reason) => {
    const { remarks, document } = imported(cart);
    expect(remarks).toMatchObject([
      { result: 'LEFT_OUT', reason: expect.stringContaining(reason) },
    ]);
    expect(document.toggles).toEqual([]);
  });

  it('says which flag has a wrong part', () => {
    const parsed = launchdarklyDataSchema.safeParse({ flags: { cart: { variations: 1 } } });
    expect(parsed.error?.issues[0]?.path).toEqual(['flags', 'cart', 'variations']);
    expect(launchdarklyDataSchema.safeParse({ data: {} }).success).toBe(false);
  });
});
