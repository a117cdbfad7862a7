import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import { typedValue } from '@comporta/engine/typed-value';
import { describe, expect, it } from 'vitest';
import type { TargetingPromise } from '../foreign/targeting-scope.ts';
import { snapshotOfDocument } from '../testing/document-snapshot.ts';
import { randomFrom } from '../testing/flagd/generated-flags.ts';
import { generatedContext, generatedData } from '../testing/launchdarkly/generated-data.ts';
import { openOfflineSdk } from '../testing/launchdarkly/offline-sdk.ts';
import { importLaunchdarkly } from './import-launchdarkly.ts';
import type { LaunchdarklyData } from './launchdarkly-data.ts';

/** `npm run launchdarkly` asks all 2,000 flags for 200 users each. */
const FLAGS = Number(process.env.LAUNCHDARKLY_FLAGS ?? 100);
const USERS = 200;
const FLAGS_OF_A_FILE = 25;

interface Count {
  exact: number;
  paused: number;
  asked: number;
  readonly different: string[];
}

type Contexts = readonly ReturnType<typeof generatedContext>[];

/** Asks LaunchDarkly's SDK and the imported flags of one file for the same users. */
async function compare(
  data: LaunchdarklyData,
  { contexts, wanted }: { readonly contexts: Contexts; readonly wanted: number },
  promises: readonly TargetingPromise[],
): Promise<Count> {
  const count: Count = { exact: 0, paused: 0, asked: 0, different: [] };
  const sdk = await openOfflineSdk(data);
  const destination = { application: 'Shop', environment: 'Production', promises };
  const { document, remarks } = importLaunchdarkly(data, destination);
  const compiled = compile(snapshotOfDocument(document, 'Production'));
  const answers = await Promise.all(contexts.map((context) => sdk.values(context)));
  const paused = new Set(remarks.map(({ feature }) => feature));
  count.paused = remarks.length;
  for (const { name, valueType } of document.toggles) {
    if (paused.has(name) || count.exact === wanted) continue;
    count.exact++;
    for (const [index, { key: uid, ...properties }] of contexts.entries()) {
      const outcome = evaluate(compiled, name, { uid, properties });
      const ours = typedValue(valueType as 'JSON', outcome?.value ?? '');
      const theirs = answers[index]?.[name];
      count.asked++;
      if (JSON.stringify(theirs) !== JSON.stringify(ours)) {
        const about = [name, data.flags?.[name], data.segments, contexts[index], theirs, ours];
        count.different.push(JSON.stringify(about));
      }
    }
  }
  sdk.close();
  return count;
}

async function compareMany(
  wanted: number,
  promises: readonly TargetingPromise[],
  seed: number,
): Promise<Count> {
  const sum: Count = { exact: 0, paused: 0, asked: 0, different: [] };
  const random = randomFrom(seed);
  const areTypesStrict = promises.length > 0;
  while (sum.exact < wanted && sum.different.length === 0) {
    const data = generatedData(random, { flags: FLAGS_OF_A_FILE });
    const contexts = Array.from({ length: USERS }, () =>
      generatedContext(random, { areTypesStrict }),
    );
    const count = await compare(data, { contexts, wanted: wanted - sum.exact }, promises);
    sum.exact += count.exact;
    sum.paused += count.paused;
    sum.asked += count.asked;
    sum.different.push(...count.different);
  }
  return sum;
}

describe('generated flags answer as in LaunchDarkly’s SDK for Node.js 9.13.7', () => {
  it.each<[string, readonly TargetingPromise[], number, number]>([
    ['with strict types', ['types-are-strict'], 1, 0.5],
    ['for values of all types, without a promise', [], 2, 0.05],
  ])('LIF-74: %s', async (_what, promises, seed, least) => {
    const { different, exact, paused, asked } = await compareMany(FLAGS / 2, promises, seed);
    process.stdout.write(
      `${asked} asked of ${exact} flags, ${paused} paused or left out, ${different.length} differ\n`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(asked).toBe((FLAGS / 2) * USERS);
    // What is paused proves nothing.
    expect(exact / (exact + paused)).toBeGreaterThan(least);
  });
});
