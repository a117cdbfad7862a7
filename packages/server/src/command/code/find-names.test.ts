import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type FoundName, findNames, type Match } from './find-names.ts';

interface Vector {
  readonly title: string;
  readonly mode: Match;
  readonly names: readonly string[];
  readonly text: string;
  readonly expected: readonly FoundName[];
}

const FILE = new URL('../../../../../conformance/lifecycle/code-references.json', import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));

it.each(vectors.map((vector) => [vector.title, vector] as const))('LIF-30: %s', (_, vector) => {
  const { text, names, mode, expected } = vector;
  expect(findNames(text, new Set(names), mode)).toEqual(expected);
});
