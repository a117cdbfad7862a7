/**
 * Simulates how a fleet of clients reconnects after an outage: each client waits a random time, requests its
 * stream, and is served by nodes that accept a fixed number of connections a second. Nothing is measured, and
 * the random numbers are the same each time. `node bench/reconnection.ts`; a second.
 */
import { print, quantile } from './service/numbers.ts';

interface Fleet {
  readonly clients: number;
  /** Each client waits a time between these two, uniformly distributed. */
  readonly leastWaitMs: number;
  readonly mostWaitMs: number;
  /** How many clients all nodes together serve a second: one stream, and the request that follows it. */
  readonly perSecond: number;
}

const NODES_TAKE_PER_SECOND = 1_000;

print('clients  jitter       nodes  busiest 100 ms  wait p50    wait p99    all back');
for (const clients of [1_000, 10_000, 100_000]) {
  for (const [leastWaitMs, mostWaitMs] of [
    [500, 500],
    [500, 4_000],
  ] as const) {
    for (const nodes of [1, 2, 4]) {
      const perSecond = nodes * NODES_TAKE_PER_SECOND;
      const { busiest, waits, allBackMs } = comeBack({
        clients,
        leastWaitMs,
        mostWaitMs,
        perSecond,
      });
      print(
        [
          String(clients).padEnd(8),
          `${leastWaitMs}–${mostWaitMs} ms`.padEnd(12),
          String(nodes).padEnd(6),
          String(busiest).padEnd(15),
          seconds(quantile(waits, 0.5)).padEnd(11),
          seconds(quantile(waits, 0.99)).padEnd(11),
          seconds(allBackMs),
        ].join(' '),
      );
    }
  }
}

/** Simulates a single queue, in which each client waits for those that arrived before it. */
function comeBack({ clients, leastWaitMs, mostWaitMs, perSecond }: Fleet) {
  const random = randomNumbers(1);
  const arrivals = Array.from(
    { length: clients },
    () => leastWaitMs + random() * (mostWaitMs - leastWaitMs),
  ).sort((a, b) => a - b);
  const serviceMs = 1_000 / perSecond;
  let freeAt = 0;
  const waits = arrivals.map((arrival) => {
    freeAt = Math.max(freeAt, arrival) + serviceMs;
    return freeAt - arrival;
  });
  const perTenth = Map.groupBy(arrivals, (arrival) => Math.floor(arrival / 100));
  const busiest = Math.max(...[...perTenth.values()].map((those) => those.length));
  return { busiest, waits, allBackMs: freeAt };
}

/** Mulberry32: short, and the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
