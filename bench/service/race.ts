import { type Load, load, type Question, type Target, textOf } from './load.ts';
import { print, quantile } from './numbers.ts';

const ROUNDS = 3;

/** A server in the comparison; all are compared with the last one. */
export interface Racer {
  readonly name: string;
  readonly target: Target;
  readonly question: Question;
}

/** Loads the servers in turn, and prints the ratio of each to the last one: the median of the rounds. */
export async function race(what: string, racers: readonly Racer[]): Promise<void> {
  for (const { target, question } of racers) await load(target, question);
  print(what);
  const rounds: (readonly Load[])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const loads: Load[] = [];
    for (const { target, question } of racers) loads.push(await load(target, question));
    rounds.push(loads);
    print(`  ${loads.map((one, place) => `${racers[place]?.name} ${textOf(one)}`).join('; ')}`);
  }
  for (const [place, { name }] of racers.entries()) {
    const median = (of: (load: Load, last: Load) => number) =>
      quantile(
        rounds.map((loads) => of(loads[place] ?? NO_LOAD, loads.at(-1) ?? NO_LOAD)),
        0.5,
      );
    const isLast = place === racers.length - 1;
    const ahead = isLast
      ? ''
      : `; requests/s × ${median((one, last) => one.rate / last.rate).toFixed(0)}, CPU of a request × ${median((one, last) => last.cpuUs / one.cpuUs).toFixed(0)} less`;
    print(`  ${name}: ${median(({ bytes }) => bytes).toFixed(0)} bytes${ahead}`);
  }
}

const NO_LOAD: Load = { rate: 0, cpuUs: 0, bytes: 0 };
