/**
 * Loaded into a process before everything else. It appends each garbage collection of 0.5 ms or more to the file
 * TURNS_FILE, as a line of JSON. It costs nothing while there is no collection.
 */
import { appendFileSync, openSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TOLD_MS = 0.5;

// Kept open, so that the file may be removed while this process still writes.
const file = openSync(process.env.TURNS_FILE, 'a');

if (isMainThread) {
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (duration < TOLD_MS) continue;
      tell({ what: 'collection', atMs: performance.timeOrigin + startTime, tookMs: duration });
    }
  }).observe({ entryTypes: ['gc'] });
}

/** @param {object} line */
export function tell(line) {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
