/**
 * Compares the engine with closures written by hand and with the evaluators of other products, on
 * the same 500 flags, in one process. Ratios are comparable between machines; absolute times are not.
 * `node bench/engine.ts`; takes a minute.
 * RUL-70 compares it with the release before: `node bench/engine-against.ts <checkout>`.
 */
import { do_not_optimize, measure } from 'mitata';
import { closures, closuresWithOurHash } from './engine/closures.ts';
import { closuresByKey } from './engine/closures-by-key.ts';
import { comporta } from './engine/comporta.ts';
import { configcat } from './engine/configcat.ts';
import { at, type Contender, type Entry } from './engine/contender.ts';
import { flagd } from './engine/flagd.ts';
import { growthbook } from './engine/growthbook.ts';
import { launchdarkly } from './engine/launchdarkly.ts';
import { unleash } from './engine/unleash.ts';
import { evaluationOf, WORDS } from './engine/words.ts';
import { FLAGS, MIXED_USERS, USERS } from './engine/work.ts';

const PEERS: readonly Contender[] = [
  closures,
  closuresWithOurHash,
  closuresByKey,
  flagd,
  configcat,
  growthbook,
  launchdarkly,
  unleash,
];

/** Other programs disturb the measurement, so each contender has several rounds and its best one counts. */
const ROUNDS = 3;

/** Of the ratios of so many turns, the one in the middle counts. */
const WORD_TURNS = 61;
const WORD_EVALUATIONS = 60_000;

interface Times {
  one: number;
  all: number;
}

for (const peer of PEERS) await checkAgreement(peer);

const contenders = [comporta, ...PEERS];
const times = new Map<Contender, Times>();
for (let round = 0; round < ROUNDS; round++) {
  for (const contender of contenders) {
    const { one, all } = await timesOf(await contender.enter(USERS));
    const best = times.get(contender) ?? { one, all };
    times.set(contender, { one: Math.min(best.one, one), all: Math.min(best.all, all) });
  }
}
print();
printWords();

/** Throws unless the same rule decides in both engines. The value that a split gives to a user may differ. */
async function checkAgreement(peer: Contender): Promise<void> {
  const ours = await comporta.enter(MIXED_USERS);
  const theirs = await peer.enter(MIXED_USERS);
  for (const { name } of FLAGS) {
    for (const user of MIXED_USERS.keys()) {
      const expected = await ours.value(name, user);
      const value = await theirs.value(name, user);
      const isSplit = expected === 'on' || expected === 'off';
      const agreeing = isSplit ? ['on', 'off', 'enabled', 'disabled'] : [expected, 'enabled'];
      if (!agreeing.includes(value)) {
        throw new Error(`${peer.name}: ${value} for ${name}, user ${user}; expected ${expected}`);
      }
    }
  }
  await theirs.leave?.();
}

/** Median times in ns. Flag and user change from call to call, as in a service. */
async function timesOf(entry: Entry): Promise<Times> {
  const names = FLAGS.map(({ name }) => name);
  let call = 0;
  const one = () => {
    call++;
    const answer = entry.one(at(names, (call * 7) % names.length), call % USERS.length);
    do_not_optimize(answer);
    return answer;
  };
  const all = () => {
    call++;
    const answers = entry.all(call % USERS.length);
    do_not_optimize(answers);
    return answers;
  };
  const result = { one: (await measure(one)).p50, all: (await measure(all)).p50 };
  await entry.leave?.();
  return result;
}

function print(): void {
  const ours = timesFor(comporta);
  const rows = contenders.map((contender) => {
    const { one, all } = timesFor(contender);
    return [
      contender.name.padEnd(40),
      `${(one / 1000).toFixed(2)} µs`.padStart(10),
      `${(one / ours.one).toFixed(2)}`.padStart(8),
      `${(all / 1e6).toFixed(3)} ms`.padStart(12),
      `${(all / ours.all).toFixed(2)}`.padStart(8),
    ].join('');
  });
  const head = `${''.padEnd(40)}${'one flag'.padStart(10)}${'ratio'.padStart(8)}${'all 500'.padStart(12)}${'ratio'.padStart(8)}`;
  process.stdout.write(`${[head, ...rows].join('\n')}\n`);
}

/** Takes turns, so that other programs disturb both equally. Source: RUL-72. */
function printWords(): void {
  for (const { word, than, most, toggles } of WORDS) {
    const [ours, theirs] = [evaluationOf(word, toggles), evaluationOf(than, toggles)];
    const calls = WORD_EVALUATIONS / toggles;
    const ratios: number[] = [];
    for (let turn = 0; turn < WORD_TURNS; turn++) {
      ratios.push(cpuOf(calls, ours) / cpuOf(calls, theirs));
    }
    const ratio = ratios.sort((one, other) => one - other)[WORD_TURNS >> 1] ?? Number.NaN;
    const figure = `${ratio.toFixed(2)} (at most ${most})`;
    process.stdout.write(`${`${word} / ${than}, toggles: ${toggles}`.padEnd(62)}${figure}\n`);
  }
}

/** Processor time of some calls. */
function cpuOf(calls: number, work: () => unknown): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) do_not_optimize(work());
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function timesFor(contender: Contender): Times {
  const found = times.get(contender);
  if (found === undefined) throw new Error(`${contender.name} was not measured`);
  return found;
}
