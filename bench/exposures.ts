/**
 * What it costs the SDK that a split is measured: one flag of five rules for the same users again and again,
 * who are reported already, beside the same flag that nobody measures. `node bench/exposures.ts`; ten seconds.
 */
import type { Snapshot } from '@comporta/engine/snapshot';
import { createClient } from '../packages/sdk/src/edge.ts';
import { SNAPSHOT } from './engine/comporta.ts';
import { FLAGS, USERS } from './engine/work.ts';
import { print, quantile } from './service/numbers.ts';

const ROUNDS = 60;
const TURN_MS = 80;

function clientOf(phase: string | undefined) {
  const bootstrap: Snapshot = {
    ...SNAPSHOT,
    experiments: SNAPSHOT.experiments.map((experiment) => ({
      ...experiment,
      rules: experiment.rules.map((rule) =>
        rule.valueSpec.type === 'SPLIT' ? { ...rule, id: 'rule', phase } : rule,
      ),
    })),
  };
  const fetch = () => Promise.resolve(Response.json({ rejected: [] }));
  return createClient({ url: 'http://127.0.0.1:9', key: 'key', live: false, bootstrap, fetch });
}

const [flag] = FLAGS;
// They reach the split.
const users = USERS.map(({ uid, ...properties }) => ({ uid, properties }));

/** Microseconds of a processor for one call. */
function turn(client: ReturnType<typeof clientOf>): number {
  const before = process.cpuUsage();
  const until = performance.now() + TURN_MS;
  let calls = 0;
  while (performance.now() < until) {
    for (const user of users) client.string(flag?.name ?? '', user, 'off');
    calls += users.length;
  }
  return process.cpuUsage(before).user / calls;
}

const [plain, measured] = [clientOf(undefined), clientOf('phase')];
if (plain.details(flag?.name ?? '', users[0] ?? {}, '').reason !== 'SPLIT')
  throw new Error('no split');
const rounds = Array.from({ length: ROUNDS }, () => [turn(plain), turn(measured)] as const);
const kept = rounds.slice(ROUNDS / 6);
const median = (of: (round: readonly [number, number]) => number) => quantile(kept.map(of), 0.5);
print(`one flag, not measured: ${median(([one]) => one).toFixed(3)} µs of CPU`);
print(
  `one flag, measured, users reported already: ${median(([, two]) => two).toFixed(3)} µs of CPU`,
);
print(`× ${median(([one, two]) => two / one).toFixed(3)}, goal 1.15 at most`);
await Promise.all([plain.close(), measured.close()]);
