import { type Load, load, type Question, type Target, textOf } from './load.ts';
import { print, quantile } from './numbers.ts';

const ROUNDS = 3;

/** Loads one server and the other in turn, and prints how far apart they are: the median of the rounds. */
export async function race(
  what: string,
  [us, them]: readonly [Target, Target],
  ask: { readonly ours: Question; readonly theirs: Question },
): Promise<void> {
  await load(us, ask.ours);
  await load(them, ask.theirs);
  print(what);
  const rounds: { readonly ours: Load; readonly theirs: Load }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await load(us, ask.ours);
    const theirs = await load(them, ask.theirs);
    rounds.push({ ours, theirs });
    print(`  Comporta ${textOf(ours)}; Unleash ${textOf(theirs)}`);
  }
  const median = (of: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(of), 0.5);
  print(
    `  bytes: ${median((r) => r.ours.bytes).toFixed(0)}; ${median((r) => r.theirs.bytes).toFixed(0)}`,
  );
  print(`  requests/s: × ${median((r) => r.ours.rate / r.theirs.rate).toFixed(0)}`);
  print(`  CPU of a request: × ${median((r) => r.theirs.cpuUs / r.ours.cpuUs).toFixed(0)} less`);
}
