import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompiledSnapshot, compile } from './compile.ts';
import type { Context } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { explain } from './explain.ts';
import { SNAPSHOT_FORMAT } from './snapshot.ts';
import { context, parts, snapshotOf } from './testing/arbitrary-snapshot.ts';

function names(compiled: CompiledSnapshot): string[] {
  return compiled.toggles.map((toggle) => toggle.source.name);
}

test('a toggle evaluates the same alone and among all, whatever was evaluated before', () => {
  fc.assert(
    fc.property(parts, fc.array(context, { minLength: 1, maxLength: 4 }), (made, contexts) => {
      const compiled = compile(snapshotOf(made));
      for (const asked of contexts) {
        const alone = names(compiled).map((name) => evaluate(compiled, name, asked));
        expect(evaluateAll(compiled, asked)).toEqual(alone);
        const inAnotherOrder = names(compiled).toReversed();
        expect(inAnotherOrder.map((name) => evaluate(compiled, name, asked))).toEqual(
          alone.toReversed(),
        );
      }
    }),
  );
});

test('an explanation has the outcome of the evaluation, and names the first rule that matched', () => {
  fc.assert(
    fc.property(parts, context, (made, asked) => {
      const compiled = compile(snapshotOf(made));
      for (const name of names(compiled)) {
        const outcome = evaluate(compiled, name, asked);
        const explanation = explain(compiled, name, asked);
        expect(explanation).toMatchObject({
          value: outcome?.value,
          reason: outcome?.reason,
          ruleOrder: outcome?.ruleOrder,
          errorCode: outcome?.errorCode,
        });
        const results = explanation?.rules.map((rule) => rule.result) ?? [];
        expect(results.join(' ')).toMatch(/^(NOT_MATCHED ?)*(MATCHED ?)?(NOT_REACHED ?)*$/);
        expect(results.indexOf('MATCHED') + 1).toBe(outcome?.ruleOrder ?? 0);
        const json = JSON.stringify(explanation);
        expect(JSON.stringify(JSON.parse(json))).toBe(json);
      }
    }),
  );
});

test('a toggle has one object per outcome, so prepared data can be cached in it', () => {
  fc.assert(
    fc.property(parts, context, context, (made, one, other) => {
      const compiled = compile(snapshotOf(made));
      const identity = (asked: Context) =>
        evaluateAll(compiled, asked).map((outcome) => [JSON.stringify(outcome), outcome] as const);
      const known = new Map(identity(one));
      for (const [text, outcome] of identity(other)) {
        if (known.has(text)) expect(outcome).toBe(known.get(text));
      }
    }),
  );
});

test('SDK-07: a user who gets the catch-all rule below other rules counts as not targeted', () => {
  fc.assert(
    fc.property(parts, context, (made, asked) => {
      const compiled = compile(snapshotOf(made));
      for (const [place, outcome] of evaluateAll(compiled, asked).entries()) {
        const rules = compiled.toggles[place]?.experiment?.rules ?? [];
        const rule = rules[(outcome.ruleOrder ?? 0) - 1];
        if (rule?.type !== 'ALL_USERS' || rule.versionRule !== undefined) continue;
        const isExact = rule.valueSpec.type === 'EXACT_VALUE';
        const expected = rules.length === 1 ? 'STATIC' : 'DEFAULT';
        if (rules[0] !== rule || rules.length === 1) {
          expect(outcome.reason).toBe(isExact ? expected : 'SPLIT');
        }
      }
    }),
  );
});

test('an unknown name has no outcome', () => {
  const compiled = compile(
    snapshotOf({
      properties: new Map(),
      targetGroups: new Map(),
      toggles: new Map(),
      experiments: new Map(),
    }),
  );
  expect(evaluate(compiled, 'constructor', { properties: {} })).toBeUndefined();
  expect(explain(compiled, '__proto__', { properties: {} })).toBeUndefined();
});

test('RUL-70: an evaluation reads each value of a request once, however many rules ask for it', () => {
  const condition = (propertyId: string, term: string) =>
    ({ propertyId, expression: 'EQUALS', term }) as const;
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
  const ids = Array.from({ length: 50 }, (_, index) => `toggle ${index}`);
  const compiled = compile({
    format: SNAPSHOT_FORMAT,
    application: { id: 'a', name: 'a' },
    environment: { id: 'e', name: 'e' },
    revision: 1,
    properties: [
      { id: 'country', key: 'country', type: 'STRING' },
      { id: 'age', key: 'age', type: 'NUMERIC' },
    ],
    targetGroups: [
      { id: 'group', name: 'group', policy: 'AND', conditions: [condition('age', '-1')] },
    ],
    toggles: ids.map((id) => ({
      id,
      name: id,
      values: ['on', 'off'],
      defaultValue: 'off',
      valueType: 'STRING',
    })),
    experiments: ids.map((toggleId) => ({
      id: toggleId,
      toggleId,
      status: 'ACTIVE',
      salt: 's',
      buckets: 100,
      rules: [
        { type: 'PROPERTY', propertyRule: condition('country', toggleId), valueSpec },
        {
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: ['group'] },
          versionRule: condition('country', 'BR'),
          valueSpec,
        },
      ],
    })),
  });
  const reads: string[] = [];
  const properties = new Proxy<Record<string, unknown>>(
    { country: 'BR', age: 30 },
    {
      get(given, key) {
        reads.push(String(key));
        return given[String(key)];
      },
    },
  );
  evaluateAll(compiled, { uid: 'ana', properties });
  expect(reads.toSorted()).toEqual(['age', 'country']);
  evaluate(compiled, 'toggle 7', { uid: 'ana', properties });
  expect(reads.toSorted()).toEqual(['age', 'age', 'country', 'country']);
});
