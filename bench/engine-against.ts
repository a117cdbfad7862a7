/**
 * Compares the engine of this checkout with that of another, such as a worktree of an older commit
 * with its packages installed. Each runs in a process of its own. They run alternately for a few milliseconds, so
 * that other programs disturb both equally. Several pairs of processes are measured, because V8 does not compile
 * the same code equally in each. `node bench/engine-against.ts <checkout>`; a minute.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Turn } from './engine/turns.ts';
import { print, quantile } from './service/numbers.ts';

const PAIRS = 10;
/** Until V8 has optimised all hot code. */
const WARM_UP_TURNS = 20;
const TURNS = 40;

const [, , other] = process.argv;
if (other === undefined) throw new Error('usage: node bench/engine-against.ts <checkout>');
const here = path.resolve(import.meta.dirname, '..');

const pairs: { readonly theirs: Turn[]; readonly ours: Turn[] }[] = [];
for (let pair = 0; pair < PAIRS; pair++) {
  const [theirs, ours] = [await start(path.resolve(other)), await start(here)];
  const measured = { theirs: [] as Turn[], ours: [] as Turn[] };
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    measured.theirs.push(await turnOf(theirs));
    measured.ours.push(await turnOf(ours));
  }
  theirs.kill();
  ours.kill();
  pairs.push(measured);
}
for (const what of ['one', 'all'] as const) {
  const theirs = pairs.map((pair) => timesOf(pair.theirs, what));
  const ours = pairs.map((pair) => timesOf(pair.ours, what));
  const ratios = ours.map(
    (times, pair) => quantile(times, 0.5) / quantile(theirs[pair] ?? [], 0.5),
  );
  print(`${what === 'one' ? 'one flag' : 'all 500'}, µs of CPU: least and median of all turns`);
  print(`  there ${figuresOf(theirs.flat())}; here ${figuresOf(ours.flat())}`);
  print(`  here / there, quartiles of the pairs: ${quartilesOf(ratios)}`);
}

async function start(checkout: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./engine/turns.ts', import.meta.url)), [checkout]);
  await once(child, 'message');
  return child;
}

async function turnOf(child: ChildProcess): Promise<Turn> {
  child.send('turn');
  const [turn] = await once(child, 'message');
  return turn;
}

function timesOf(turns: readonly Turn[], what: keyof Turn): number[] {
  return turns.slice(WARM_UP_TURNS).map((turn) => turn[what]);
}

function figuresOf(times: readonly number[]): string {
  return `${quantile(times, 0).toPrecision(3)} ${quantile(times, 0.5).toPrecision(3)}`;
}

function quartilesOf(ratios: readonly number[]): string {
  return [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3)).join(' ');
}
