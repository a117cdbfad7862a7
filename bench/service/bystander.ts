import { setTimeout as pause } from 'node:timers/promises';
import type { SpawnedService } from '@comporta/server/testing/spawned-service';
import { longestTurnMs } from './longest-turn.ts';
import { childMegabytesOf, residentMegabytesOf } from './process-figures.ts';

const LOOK_MS = 20;
const SAVE_MS = 100;
const MEMORY_MS = 200;

export interface Bystanding {
  /** The most processor time of one turn of the event loop, in ms. */
  readonly turnMs: number;
  /** The longest wait for a response of /livez, in ms. */
  readonly silenceMs: number;
  /** The longest save elsewhere in the account, in ms, and the statuses of the saves that failed. */
  readonly saveMs: number;
  readonly failures: readonly number[];
  /** The most resident memory of the process, in MB of 10^6 bytes. */
  readonly megabytes: number;
  /** The same of its child processes. */
  readonly childMegabytes: number;
}

interface Watched {
  readonly service: SpawnedService;
  /** The file to which the service writes its turns, see watchingTurns. */
  readonly turns: string;
  /** Saves something as another client; resolves with the status. */
  readonly save: () => Promise<number>;
}

/** Measures what other clients notice while the work is done. */
export async function standBy(
  { service, turns, save }: Watched,
  work: () => Promise<unknown>,
): Promise<Bystanding> {
  await longestTurnMs(service, turns);
  const done = new AbortController();
  const again = async (everyMs: number, once: () => Promise<void>) => {
    while (!done.signal.aborted) {
      await once();
      await pause(everyMs);
    }
  };
  let [silenceMs, saveMs, megabytes, childMegabytes] = [0, 0, 0, 0];
  const failures: number[] = [];
  const watching = [
    again(LOOK_MS, async () => {
      const since = performance.now();
      await (await fetch(`${service.url}/livez`)).text();
      silenceMs = Math.max(silenceMs, performance.now() - since);
    }),
    again(SAVE_MS, async () => {
      const since = performance.now();
      const status = await save();
      saveMs = Math.max(saveMs, performance.now() - since);
      if (status >= 300) failures.push(status);
    }),
    again(MEMORY_MS, async () => {
      megabytes = Math.max(megabytes, await residentMegabytesOf(service.process));
      childMegabytes = Math.max(childMegabytes, await childMegabytesOf(service.process));
    }),
  ];
  try {
    await work();
  } finally {
    done.abort();
    await Promise.all(watching);
  }
  const turnMs = await longestTurnMs(service, turns);
  return { turnMs, silenceMs, saveMs, failures, megabytes, childMegabytes };
}
