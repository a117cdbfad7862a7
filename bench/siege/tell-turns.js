/**
 * Loaded into a process before everything else. It appends to the file TURNS_FILE, as a line of JSON, each turn of the
 * event loop that took more than 40 ms by the wall clock, with how long the thread worked and how long it waited for a
 * processor that others used; and the work of the garbage collector.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { tell } from './tell-collections.js';

const EVERY_MS = 10;
const TOLD_TURN_MS = 40;

if (isMainThread) {
  let before = moment();
  setInterval(() => {
    const now = moment();
    const tookMs = now.atMs - before.atMs;
    if (tookMs > TOLD_TURN_MS) {
      tell({
        what: 'turn',
        atMs: before.atMs,
        tookMs,
        workedMs: now.workedMs - before.workedMs,
        waitedMs: now.waitedMs - before.waitedMs,
      });
    }
    before = now;
  }, EVERY_MS).unref();
}

function moment() {
  const { user, system } = process.threadCpuUsage();
  return {
    atMs: performance.timeOrigin + performance.now(),
    workedMs: (user + system) / 1_000,
    waitedMs: waitedMs(),
  };
}

/** The time spent waiting for a processor; NaN, which JSON writes as null, where there is no /proc. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
