import { readFileSync } from 'node:fs';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import { chainsThrough } from '@comporta/engine/chains/dependency-chains';
import { circularDependencies } from '@comporta/engine/dependency-cycles';
import { expect, it } from 'vitest';
import { Rejection } from '../platform/base/rejection.ts';
import { refuseUnsound } from './require-sound-dependencies.ts';

/** See conformance/rules/README.md. */
interface Vector {
  readonly title: string;
  readonly line?: number;
  readonly edges?: Readonly<Record<string, readonly string[]>>;
  readonly toggle: string;
  readonly before: readonly string[];
  readonly expected: { readonly code: string; readonly meta: object } | null;
}

const FILE = new URL('../../../../conformance/rules/chains.json', import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));

function waitingFor(toggleId: string, value = 'on'): StoredRule {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'on' } as const;
  return {
    id: toggleId,
    type: 'TOGGLE_DEPENDENCY',
    toggleDependencyRule: { toggleId, value },
    valueSpec,
  };
}

function environmentOf({ line = 0, edges = {} }: Vector): Map<string, Set<string>> {
  const dependencies = new Map<string, Set<string>>();
  for (let number = 1; number < line; number++) {
    dependencies.set(`t${number}`, new Set([`t${number + 1}`]));
  }
  for (const [from, targets] of Object.entries(edges)) {
    dependencies.set(from, new Set([...(dependencies.get(from) ?? []), ...targets]));
  }
  return dependencies;
}

function codeOf(vector: Vector, rules: readonly StoredRule[], before: readonly StoredRule[]) {
  const dependencies = environmentOf(vector);
  const circular = circularDependencies(dependencies);
  const chainThrough = chainsThrough(dependencies, circular);
  const around = { circular, chainThrough, paused: new Set<string>() };
  try {
    refuseUnsound({ toggleId: vector.toggle, rules }, before, around);
    return null;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { code: error.code, meta: error.meta };
  }
}

it.each(vectors.map((vector) => [vector.title, vector] as const))('RUL-50: %s', (_, vector) => {
  const needed = [...(environmentOf(vector).get(vector.toggle) ?? [])];
  const before = vector.before.map((id) => waitingFor(id));
  const rules = needed.map((id) => waitingFor(id));
  const refused = codeOf(vector, rules, before);
  if (vector.expected === null) {
    expect(refused).toBeNull();
    return;
  }
  const added = needed.findIndex((id) => !vector.before.includes(id));
  expect(refused).toMatchObject({
    code: vector.expected.code,
    meta: {
      ...vector.expected.meta,
      toggle_id: needed[added],
      at: ['rules', added, 'toggleDependencyRule', 'toggleId'],
    },
  });
});

it('RUL-50: another value of the same toggle adds no dependency', () => {
  const vector = { title: '', line: 3000, toggle: 't7', before: ['t8'], expected: null };
  expect(codeOf(vector, [waitingFor('t8', 'off')], [waitingFor('t8')])).toBeNull();
});
