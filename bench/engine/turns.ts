/**
 * A process that runs the engine of the checkout given as its argument. At each message it measures the
 * processor time of one flag and of all 500. The flags come from that checkout, too, because the format of
 * snapshots may differ.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, type Contender } from './contender.ts';
import type { FLAGS, USERS } from './work.ts';

/** Processor time per call in µs, of one flag and of all 500. */
export interface Turn {
  readonly one: number;
  readonly all: number;
}

const CALLS_OF_ONE = 20_000;
const CALLS_OF_ALL = 150;

const [, , checkout = '.'] = process.argv;
const { comporta } = await load<{ comporta: Contender }>('comporta.ts');
const { FLAGS: flags, USERS: users } = await load<Work>('work.ts');
const entry = await comporta.enter(users);
const names = flags.map(({ name }) => name);
let call = 0;
let answered = 0;

process.on('message', () => {
  const turn: Turn = {
    one: cpuOf(CALLS_OF_ONE, () => entry.one(at(names, (call * 7) % names.length), userNow())),
    all: cpuOf(CALLS_OF_ALL, () => entry.all(userNow())),
  };
  process.send?.(turn);
});
process.send?.('ready');

type Work = { readonly FLAGS: typeof FLAGS; readonly USERS: typeof USERS };

function load<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(path.join(checkout, 'bench/engine', file)).href);
}

function userNow(): number {
  return call % users.length;
}

function cpuOf(calls: number, work: () => unknown): number {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index++) {
    call++;
    if (work() !== undefined) answered++;
  }
  const { user, system } = process.cpuUsage(before);
  if (answered !== call) throw new Error(`${checkout}: a flag is unknown`);
  return (user + system) / calls;
}
