import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompiledSnapshot, compile } from './compile.ts';
import type { Context } from './context.ts';
import { explain } from './explain.ts';
import type { Rule, Snapshot, SnapshotExperiment, SnapshotToggle } from './snapshot.ts';
import { context, edit, parts, snapshotOf } from './testing/arbitrary-snapshot.ts';

function explainAll(compiled: CompiledSnapshot, asked: Context) {
  return compiled.toggles.map(({ source }) => explain(compiled, source.name, asked));
}

test('a snapshot compiled from the previous one evaluates as if compiled from scratch', () => {
  const edits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(
      parts,
      edits,
      fc.array(context, { minLength: 1, maxLength: 3 }),
      (made, steps, contexts) => {
        let current = made;
        let compiled = compile(snapshotOf(current));
        for (const step of steps) {
          const before = compiled;
          const beforeSnapshot = snapshotOf(current);
          current = step.reduce((parts, change) => change(parts), current);
          compiled = compile(snapshotOf(current), before);
          for (const asked of contexts) {
            expect(explainAll(compiled, asked)).toEqual(
              explainAll(compile(snapshotOf(current)), asked),
            );
            // Requests that still use the previous snapshot must not notice the change.
            expect(explainAll(before, asked)).toEqual(explainAll(compile(beforeSnapshot), asked));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

const everyone: Rule = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' } };

function toggleOf(id: string): SnapshotToggle {
  return { id, name: id, values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' };
}

function experimentOf(toggleId: string, ...rules: Rule[]): SnapshotExperiment {
  return { id: `of ${toggleId}`, toggleId, status: 'ACTIVE', salt: 's', buckets: 10_000, rules };
}

function snapshotWith(changes: Partial<Snapshot>): Snapshot {
  const nothing = {
    properties: new Map(),
    targetGroups: new Map(),
    toggles: new Map(),
    experiments: new Map(),
  };
  return { ...snapshotOf(nothing), ...changes };
}

function toEquals(uid: string): Rule {
  return {
    ...everyone,
    type: 'PROPERTY',
    propertyRule: { propertyId: 'uid', expression: 'EQUALS', term: uid },
  };
}

test('unchanged toggles are reused', () => {
  const toggles = [toggleOf('a'), toggleOf('b')];
  const ofA = experimentOf('a', toEquals('ana'), everyone);
  const before = compile(
    snapshotWith({ toggles, experiments: [ofA, experimentOf('b', everyone)] }),
  );
  const after = compile(
    snapshotWith({ toggles, experiments: [ofA, experimentOf('b', everyone)] }),
    before,
  );
  expect(after.toggles[0]).toBe(before.toggles[0]);
  expect(after.toggles[1]).not.toBe(before.toggles[1]);
});

test('unchanged toggles are reused at another place, too', () => {
  const [a, b, c] = [toggleOf('a'), toggleOf('b'), toggleOf('c')];
  const before = compile(snapshotWith({ toggles: [a, b] }));
  const after = compile(snapshotWith({ toggles: [c, b] }), before);
  expect(after.toggles[1]).toBe(before.toggles[1]);
  const moved = compile(snapshotWith({ toggles: [b, c] }), after);
  expect(moved.toggles[0]).toBe(before.toggles[1]);
});

test('equal conditions are one node, within a snapshot and across edits', () => {
  const toggles = [toggleOf('a'), toggleOf('b')];
  const ofA = experimentOf('a', toEquals('ana'), everyone);
  const before = compile(snapshotWith({ toggles, experiments: [ofA] }));
  const after = compile(
    snapshotWith({ toggles, experiments: [ofA, experimentOf('b', toEquals('ana'))] }),
    before,
  );
  expect(after.nodes.conditions.size).toBe(1);
});

test('conditions that nothing uses any more do not accumulate', () => {
  const toggles = [toggleOf('a')];
  let compiled = compile(snapshotWith({ toggles }));
  for (let revision = 0; revision < 5000; revision++) {
    const experiments = [experimentOf('a', toEquals(`user ${revision}`), everyone)];
    compiled = compile(snapshotWith({ toggles, experiments }), compiled);
  }
  expect(compiled.nodes.conditions.size).toBeLessThan(1100);
});

test('a chain of 1,000 dependencies can be evaluated', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `t${index}`);
  const experiments = ids.map((id, index) =>
    index === 0
      ? experimentOf(id, everyone)
      : experimentOf(id, {
          ...everyone,
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggleId: `t${index - 1}`, value: 'on' },
        }),
  );
  const compiled = compile(snapshotWith({ toggles: ids.map(toggleOf), experiments }));
  expect(explain(compiled, 't999', { properties: {} })?.value).toBe('on');
});
