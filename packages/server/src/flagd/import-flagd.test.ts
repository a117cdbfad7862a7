import { describe, expect, it } from 'vitest';
import { TARGETING_PROMISES, type TargetingPromise } from '../foreign/targeting-scope.ts';
import { requireStorable } from '../platform/http/json-text.ts';
import { flagdDefinitionsSchema } from './flagd-definitions.ts';
import { importFlagd } from './import-flagd.ts';

const variants = { on: true, off: false };

function imported(targeting: unknown, promises: readonly TargetingPromise[] = TARGETING_PROMISES) {
  const cart = { state: 'ENABLED' as const, variants, defaultVariant: 'off', targeting };
  const $evaluators = { faas: { in: ['@faas.com', { var: ['email'] }] } };
  const destination = { application: 'Shop', environment: 'Production', promises };
  return importFlagd({ flags: { cart }, $evaluators }, destination);
}

describe('definitions of flagd', () => {
  it('a flag, a variant and an evaluator may be named __proto__', () => {
    const text = JSON.stringify({
      flags: {
        PROTO: {
          state: 'ENABLED',
          variants: { PROTO: 'a', other: 'b' },
          defaultVariant: 'PROTO',
          targeting: { if: [{ $ref: 'PROTO' }, 'PROTO', 'other'] },
        },
      },
      $evaluators: { PROTO: { '==': [{ var: 'country' }, 'BR'] } },
    }).replaceAll('PROTO', '__proto__');
    const definitions = flagdDefinitionsSchema.parse(JSON.parse(text));
    const destination = { application: 'Shop', environment: 'Production' };
    const { document, remarks } = importFlagd(definitions, {
      ...destination,
      promises: TARGETING_PROMISES,
    });
    expect(remarks).toEqual([]);
    expect(document).toMatchObject({
      toggles: [{ name: '__proto__', values: ['a', 'b'], defaultValue: 'a' }],
      experiments: [{ toggle: '__proto__', status: 'ACTIVE', rules: { length: 2 } }],
    });
  });

  it('says which flag has a wrong part', () => {
    const parsed = flagdDefinitionsSchema.safeParse({ flags: { cart: { state: 'ON' } } });
    expect(parsed.error?.issues[0]?.path).toEqual(['flags', 'cart', 'state']);
  });

  it('LIF-72: an evaluator becomes a target group', () => {
    const { document, remarks } = imported({ if: [{ $ref: 'faas' }, 'on'] });
    expect(remarks).toEqual([]);
    expect(document.targetGroups).toMatchObject([
      { name: 'evaluator: faas', conditions: [{ expression: 'CONTAINS', term: '@faas.com' }] },
    ]);
  });

  it('LIF-76: a fractional becomes a split only where users may change sides', () => {
    const fractional = [
      ['on', 25],
      ['off', 75],
    ];
    expect(imported({ fractional }).document.experiments[0]?.rules).toMatchObject([
      { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 25, disabled: 75 } } },
    ]);
    const { document, remarks } = imported({ fractional }, ['types-are-strict']);
    expect(document.experiments).toMatchObject([{ status: 'PAUSED' }]);
    expect(remarks).toMatchObject([{ result: 'PAUSED' }]);
  });

  it.each(['a\0b', 'a\ud800b'])('a flag with %j is told, and no other', (text) => {
    const flag = (value: string, targeting = {}) => ({
      ...{ state: 'ENABLED' as const, variants: { on: value, off: 'b' }, defaultVariant: 'off' },
      targeting,
    });
    const flags = {
      compared: flag('a', { if: [{ '===': [{ var: 'plan' }, text] }, 'on'] }),
      valued: flag(text),
      cart: flag('a'),
    };
    const destination = { application: 'Shop', environment: 'Production' };
    const { document, remarks } = importFlagd(
      { flags },
      { ...destination, promises: TARGETING_PROMISES },
    );
    const reason = expect.stringContaining('has a character that cannot be stored');
    expect(remarks).toEqual([
      { feature: 'compared', result: 'PAUSED', reason },
      { feature: 'valued', result: 'LEFT_OUT', reason },
    ]);
    requireStorable(document);
  });

  it.each<[unknown, string]>([
    [
      {
        fractional: [
          ['on', 1],
          ['off', 2],
        ],
      },
      'targeting.fractional: its shares',
    ],
    [
      { if: [{ '>': [{ var: '$flagd.timestamp' }, 5] }, 'on'] },
      'targeting.if[0].>[0].var: $flagd.timestamp',
    ],
    [{ if: [{ '===': [{ var: 'a.b' }, 'x'] }, 'on'] }, 'a.b is a nested path'],
    [{ if: [{ '===': [{ var: 'uid' }, 'x'] }, 'on'] }, 'uid is the targetingKey here'],
    [{ if: [true, 'none'] }, 'targeting.if[1]: it names no variant'],
    [JSON.parse(`${'{"!":'.repeat(50_000)}true${'}'.repeat(50_000)}`), 'too large, or nested'],
    [{ if: [{ '>': [{ '+': [{ var: 'age' }, 1] }, 18] }, 'on'] }, 'targeting.if[0].>[0].+: '],
    [{ if: [{ '>': [{ var: 'age' }, { '*': [2, 9] }] }, 'on'] }, 'targeting.if[0].>[1].*: '],
    [{ if: [{ '===': [{ var: 'a' }, { var: 'b' }] }, 'on'] }, 'it compares one property'],
  ])('LIF-70, LIF-72: %#: it is paused, and the remark names the place', (targeting, reason) => {
    expect(imported(targeting).remarks).toEqual([
      { feature: 'cart', result: 'PAUSED', reason: expect.stringContaining(reason) },
    ]);
  });
});
