import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VECTORS } from '../testing/vectors.ts';

const FOLDER = new URL('./', import.meta.url);

/** The kinds that a test of this folder passes to `prove`, which tests all their cases. */
function provedKinds(): Set<string> {
  const tests = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
  const calls = tests.flatMap((text) => [
    ...text.matchAll(/^prove<[\s\S]*?>\(\s*'(?<kind>\w+)',\s*\(/gm),
  ]);
  return new Set(calls.map(({ groups }) => groups?.kind ?? ''));
}

test('RES-60: all 70 cases are of a kind that is tested', () => {
  const proved = provedKinds();
  expect(VECTORS.cases).toHaveLength(70);
  expect(VECTORS.cases.filter(({ kind }) => !proved.has(kind))).toEqual([]);
});
