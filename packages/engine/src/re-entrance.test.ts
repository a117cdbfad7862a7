import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompiledSnapshot, compile } from './compile.ts';
import type { Context } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { explain } from './explain.ts';
import type { Rule, SnapshotExperiment, SnapshotToggle } from './snapshot.ts';
import { context, parts, snapshotOf } from './testing/arbitrary-snapshot.ts';

function toggleOf(name: string): SnapshotToggle {
  return { id: name, name, values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' };
}

function ruleFor(propertyId: string, term: string, exactValue: string): Rule {
  return {
    type: 'PROPERTY',
    propertyRule: { propertyId, expression: 'EQUALS', term },
    valueSpec: { type: 'EXACT_VALUE', exactValue },
  };
}

function experimentOf(toggleId: string, rules: readonly Rule[]): SnapshotExperiment {
  return { id: `of ${toggleId}`, toggleId, status: 'ACTIVE', salt: 's', buckets: 10_000, rules };
}

test('SDK-03: a getter that evaluates for another user does not change the outcome', () => {
  const compiled = compile({
    format: 1,
    environment: { id: 'environment', name: 'test' },
    application: { id: 'application', name: 'test' },
    revision: 1,
    properties: [
      { id: 'tier', key: 'tier', type: 'STRING' },
      { id: 'country', key: 'country', type: 'STRING' },
    ],
    targetGroups: [],
    toggles: [toggleOf('outer'), toggleOf('inner')],
    experiments: [
      experimentOf('outer', [ruleFor('tier', 'gold', 'off'), ruleFor('country', 'BR', 'on')]),
      experimentOf('inner', [ruleFor('country', 'PT', 'on')]),
    ],
  });
  const properties = {
    country: 'BR',
    get tier() {
      evaluate(compiled, 'inner', { properties: { country: 'PT' } });
      return 'silver';
    },
  };
  expect(evaluate(compiled, 'outer', { properties })?.value).toBe('on');
  expect(explain(compiled, 'outer', { properties })?.value).toBe('on');
  expect(evaluateAll(compiled, { properties }).map(({ value }) => value)).toEqual(['on', 'off']);
});

/** What a getter does before it returns its value. */
type Aside = (compiled: CompiledSnapshot, asked: Context) => unknown;

const asides: readonly Aside[] = [
  evaluateAll,
  (compiled, asked) => compiled.toggles.map(({ source }) => evaluate(compiled, source.name, asked)),
  (compiled, asked) => compiled.toggles.map(({ source }) => explain(compiled, source.name, asked)),
];

/** The same context behind getters that run `aside` on every read. */
function behindGetters({ uid, properties }: Context, aside: () => void): Context {
  const guarded = {};
  for (const [key, value] of Object.entries(properties)) {
    Object.defineProperty(guarded, key, {
      enumerable: true,
      get() {
        aside();
        return value;
      },
    });
  }
  return {
    get uid() {
      aside();
      return uid;
    },
    properties: guarded,
  };
}

test('SDK-03: an evaluation that starts or fails during another one does not change its outcome', () => {
  const others = fc.array(fc.tuple(context, fc.constantFrom(...asides), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(parts, context, others, (made, asked, inner) => {
      const alone = compile(snapshotOf(made));
      const expected = evaluateAll(alone, asked);
      const compiled = compile(snapshotOf(made));
      let depth = 0;
      let calls = 0;
      const interrupting = behindGetters(asked, () => {
        const [other, aside, fails] = inner[calls++ % inner.length] ?? [asked, evaluateAll, false];
        if (depth >= 2) return;
        depth++;
        const throwing = behindGetters(other, () => {
          throw new Error('a getter');
        });
        try {
          aside(compiled, fails ? throwing : behindGetters(other, () => aside(compiled, asked)));
        } catch (error) {
          expect(error).toEqual(new Error('a getter'));
        } finally {
          depth--;
        }
      });
      expect(evaluateAll(compiled, interrupting)).toEqual(expected);
      const names = compiled.toggles.map(({ source }) => source.name);
      expect(names.map((name) => evaluate(compiled, name, interrupting))).toEqual(
        names.map((name) => evaluate(alone, name, asked)),
      );
      expect(names.map((name) => explain(compiled, name, interrupting))).toEqual(
        names.map((name) => explain(alone, name, asked)),
      );
    }),
  );
});
