/**
 * Loaded into a process before everything else: appends to the file TURNS_FILE, as a line of JSON, what its garbage
 * collector did. Costs nothing while it does nothing.
 */
import { appendFileSync, openSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const TOLD_MS = 0.5;

// Open from here on, so that it may be removed while this process still tells.
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
