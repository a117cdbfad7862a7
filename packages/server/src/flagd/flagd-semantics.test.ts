import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import { typedValue } from '@comporta/engine/typed-value';
import type { EvaluationContext } from '@openfeature/core';
import { FlagdCore } from '@openfeature/flagd-core';
import { describe, expect, it } from 'vitest';
import type { TargetingPromise } from '../foreign/targeting-scope.ts';
import { snapshotOfDocument } from '../testing/document-snapshot.ts';
import {
  EVALUATORS,
  type GeneratedFlag,
  generatedFlag,
  generatedUser,
  randomFrom,
} from '../testing/flagd/generated-flags.ts';
import { importFlagd } from './import-flagd.ts';

/** `npm run flagd` asks all 2,000 flags for 200 users each. */
const FLAGS = Number(process.env.FLAGD_FLAGS ?? 100);
const USERS = 200;
const FLAGS_OF_A_FILE = 25;
const NO_LOG = { error() {}, warn() {}, info() {}, debug() {} };

interface Count {
  exact: number;
  paused: number;
  asked: number;
  readonly different: string[];
}

/** Asks flagd and the imported flags of one file for the same users. */
function compare(
  flags: Readonly<Record<string, GeneratedFlag>>,
  users: readonly Record<string, unknown>[],
  promises: readonly TargetingPromise[],
  count: Count,
): void {
  const file = { flags, $evaluators: EVALUATORS };
  const core = new FlagdCore(undefined, NO_LOG);
  core.setConfigurations(JSON.stringify(file));
  const destination = { application: 'Shop', environment: 'Production', promises };
  const { document, remarks } = importFlagd(file, destination);
  const compiled = compile(snapshotOfDocument(document, 'Production'));
  const paused = new Set(remarks.map(({ feature }) => feature));
  for (const { name, valueType } of document.toggles) {
    if (paused.has(name)) {
      count.paused++;
      continue;
    }
    count.exact++;
    for (const user of users) {
      const { targetingKey, ...properties } = user;
      const uid = targetingKey as string | undefined;
      const theirs = core.getFlag(name)?.evaluate(user as EvaluationContext);
      const ours = typedValue(
        valueType as 'JSON',
        evaluate(compiled, name, { uid, properties })?.value ?? '',
      );
      count.asked++;
      if (JSON.stringify(theirs?.value) !== JSON.stringify(ours)) {
        count.different.push(JSON.stringify([flags[name], user, theirs, ours]));
      }
    }
  }
}

function compareMany(wanted: number, promises: readonly TargetingPromise[], seed: number): Count {
  const count: Count = { exact: 0, paused: 0, asked: 0, different: [] };
  const random = randomFrom(seed);
  const areTypesStrict = promises.length > 0;
  while (count.exact < wanted && count.different.length === 0) {
    const size = Math.min(FLAGS_OF_A_FILE, wanted - count.exact);
    const flags = Array.from({ length: size }, (_, place) => [
      `flag-${place}`,
      generatedFlag(random),
    ]);
    const users = Array.from({ length: USERS }, () => generatedUser(random, areTypesStrict));
    compare(Object.fromEntries(flags), users, promises, count);
  }
  return count;
}

describe('generated flags answer as in flagd-core 4.0.1', () => {
  it.each<[string, readonly TargetingPromise[], number, number]>([
    ['with strict types', ['types-are-strict'], 1, 0.9],
    ['for values of all types, without a promise', [], 2, 0.2],
  ])('LIF-73: %s', (_what, promises, seed, least) => {
    const { different, exact, paused, asked } = compareMany(FLAGS / 2, promises, seed);
    process.stdout.write(
      `${asked} asked of ${exact} flags, ${paused} paused, ${different.length} differ\n`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(asked).toBe((FLAGS / 2) * USERS);
    // What is paused proves nothing.
    expect(exact / (exact + paused)).toBeGreaterThan(least);
  });
});
