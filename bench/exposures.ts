/**
 * Measures how much a measured split costs the SDK: repeated evaluations for users whose exposures are already
 * reported, beside the same flags without an analysis. One flag of five rules; one whose only rule is the split; and
 * twenty of five rules in turn, each with its own phase. `node bench/exposures.ts`; half a minute.
 */
import type { Rule, Snapshot } from '@comporta/engine/snapshot';
import { createClient } from '../packages/sdk/src/edge.ts';
import { SNAPSHOT } from './engine/comporta.ts';
import { FLAGS, USERS } from './engine/work.ts';
import { print, quantile } from './service/numbers.ts';

const ROUNDS = 120;
const TURN_MS = 40;
/** Until V8 has optimised all hot code. */
const WARM_UP_ROUNDS = 20;

type Client = ReturnType<typeof createClient>;

/** A client of the SDK; `keeps` selects the rules of each flag. */
function clientOf(isMeasured: boolean, keeps: (rules: readonly Rule[]) => readonly Rule[]): Client {
  const bootstrap: Snapshot = {
    ...SNAPSHOT,
    experiments: SNAPSHOT.experiments.map((experiment) => ({
      ...experiment,
      rules: keeps(experiment.rules).map((rule) =>
        isMeasured && rule.valueSpec.type === 'SPLIT'
          ? { ...rule, id: `rule of ${experiment.id}`, phase: `phase of ${experiment.id}` }
          : rule,
      ),
    })),
  };
  const fetch = () => Promise.resolve(Response.json({ rejected: [] }));
  return createClient({ url: 'http://127.0.0.1:9', key: 'key', live: false, bootstrap, fetch });
}

// All of these users reach the split.
const users = USERS.map(({ uid, ...properties }) => ({ uid, properties }));

/** User processor time of one call in µs. */
function turn(client: Client, names: readonly string[]): number {
  const before = process.cpuUsage();
  const until = performance.now() + TURN_MS;
  let calls = 0;
  while (performance.now() < until) {
    for (const name of names) for (const user of users) client.string(name, user, 'off');
    calls += names.length * users.length;
  }
  return process.cpuUsage(before).user / calls;
}

async function compare(
  what: string,
  flags: number,
  keeps: (rules: readonly Rule[]) => readonly Rule[],
): Promise<void> {
  const names = FLAGS.slice(0, flags).map(({ name }) => name);
  const [plain, measured] = [clientOf(false, keeps), clientOf(true, keeps)];
  const { reason } = plain.details(names[0] ?? '', users[0] ?? {}, '');
  if (reason !== 'SPLIT') throw new Error('no split');
  const rounds = Array.from({ length: ROUNDS }, () => ({
    plain: turn(plain, names),
    measured: turn(measured, names),
  })).slice(WARM_UP_ROUNDS);
  const median = (of: (round: (typeof rounds)[number]) => number) =>
    quantile(rounds.map(of), 0.5).toFixed(3);
  print(
    `${what}: ${median((one) => one.plain)} µs of CPU, measured ${median((one) => one.measured)}: × ${median((one) => one.measured / one.plain)}`,
  );
  await Promise.all([plain.close(), measured.close()]);
}

print('users who are reported already; goal × 1.15 at most');
await compare('one flag of five rules', 1, (rules) => rules);
await compare('one flag of a split alone', 1, (rules) => rules.slice(-1));
await compare('twenty flags by turns', 20, (rules) => rules);
