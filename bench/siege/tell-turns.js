/**
 * Loaded into a process before everything else: appends to the file TURNS_FILE, as a line of JSON, each turn of its event
 * loop that took long by the clock, and what that time was: its own work, or waiting for a processor that others had;
 * and each long work of the garbage collector.
 */
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 10;
const TOLD_TURN_MS = 40;
const TOLD_COLLECTION_MS = 0.5;

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

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (duration < TOLD_COLLECTION_MS) continue;
      tell({ what: 'collection', atMs: performance.timeOrigin + startTime, tookMs: duration });
    }
  }).observe({ entryTypes: ['gc'] });
}

// Open from here on, so that it may be removed while this process still tells.
const file = openSync(process.env.TURNS_FILE, 'a');

function tell(line) {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function moment() {
  const { user, system } = process.threadCpuUsage();
  return {
    atMs: performance.timeOrigin + performance.now(),
    workedMs: (user + system) / 1_000,
    waitedMs: waitedMs(),
  };
}

/** For a processor; null, as JSON has it, where there is no /proc. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
