import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { evaluateAll } from './evaluate.ts';
import { explain } from './explain.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { context, parts, snapshotOf } from './testing/arbitrary-snapshot.ts';

function required(value: unknown): Snapshot {
  const snapshot = readSnapshot(value);
  if (snapshot === undefined) throw new Error('no snapshot');
  return snapshot;
}

/** Replaces one of the values inside by `garbage`; `steps` choose the path to it. */
function damage(value: unknown, steps: readonly number[], garbage: unknown): unknown {
  if (typeof value !== 'object' || value === null) return garbage;
  const keys = Object.keys(value);
  const [step, ...rest] = steps;
  if (step === undefined || keys.length === 0) return garbage;
  const key = keys[step % keys.length] ?? '';
  const copy = Object.entries(value).map(
    ([name, inside]) => [name, name === key ? damage(inside, rest, garbage) : inside] as const,
  );
  return Array.isArray(value) ? copy.map(([, inside]) => inside) : Object.fromEntries(copy);
}

const steps = fc.array(fc.nat(12), { minLength: 1, maxLength: 6 });
const garbage = fc.oneof(fc.constantFrom(null, [], {}, 'SCHEDULE', -1), fc.jsonValue());

test('parts that are understood stay the identical objects', () => {
  fc.assert(
    fc.property(parts, (made) => {
      const snapshot = snapshotOf(made);
      const read = required(snapshot);
      expect(read).toEqual(snapshot);
      for (const kind of ['properties', 'targetGroups', 'toggles', 'experiments'] as const) {
        for (const [place, part] of read[kind].entries()) expect(part).toBe(snapshot[kind][place]);
      }
    }),
  );
});

test('SDK-02: an experiment affects only its own toggle and those that depend on it', () => {
  fc.assert(
    fc.property(parts, fc.nat(4), steps, garbage, context, (made, place, path, wrong, asked) => {
      const id = `t${place}`;
      const snapshot = snapshotOf(made);
      const damaged = snapshot.experiments.map((experiment) => {
        if (experiment.toggleId !== id) return experiment;
        const { id: itself, toggleId, ...rest } = experiment;
        return { id: itself, toggleId, ...Object(damage(rest, path, wrong)) };
      });
      const read = compile(required({ ...snapshot, experiments: damaged }));
      const before = evaluateAll(compile(snapshot), asked);
      for (const [index, outcome] of evaluateAll(read, asked).entries()) {
        const { source, dependsOn } = read.toggles[index] ?? {};
        if (source?.id === id || dependsOn !== undefined) continue;
        expect(outcome).toEqual(before[index]);
      }
    }),
    { numRuns: 300 },
  );
});

test('SDK-02: any JSON is either rejected, or can be read, compiled and evaluated', () => {
  fc.assert(
    fc.property(parts, steps, garbage, context, (made, path, wrong, asked) => {
      const snapshot = readSnapshot(damage(snapshotOf(made), path, wrong));
      if (snapshot === undefined) return;
      const compiled = compile(snapshot);
      for (const { toggle, value, errorCode } of evaluateAll(compiled, asked)) {
        expect(explain(compiled, toggle.name, asked)).toBeDefined();
        if (errorCode !== undefined) expect(value).toBe(toggle.defaultValue);
      }
    }),
    { numRuns: 500 },
  );
});

test('JSON without a revision, names or lists is not a snapshot', () => {
  const snapshot = snapshotOf({
    properties: new Map(),
    targetGroups: new Map(),
    toggles: new Map(),
    experiments: new Map(),
  });
  expect(readSnapshot(snapshot)).toEqual(snapshot);
  const { format, ...rest } = snapshot;
  expect(readSnapshot(rest)).toEqual({ ...rest, format: 1 });
  for (const name of Object.keys(rest)) {
    expect(readSnapshot({ ...rest, [name]: undefined })).toBeUndefined();
  }
  for (const other of [undefined, null, 'text', 7, []]) expect(readSnapshot(other)).toBeUndefined();
});
