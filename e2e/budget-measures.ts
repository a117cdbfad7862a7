import type { CDPSession, Page } from '@playwright/test';

const ACTIONS = 5;
/** Work that an action starts with a delay is measured too, such as a debounced search. */
export const SETTLE_MS = 500;
const PAINT_MS = 2000;
/** Longer than the delay in the console's use-loaded-ahead.ts. */
const AHEAD_MS = 3000;

export interface Transferred {
  readonly script: number;
  readonly stylesheet: number;
  readonly font: number;
}

/** Bytes transferred over the network, headers included. The page's context is new, its cache empty. */
export function bytesOf(page: Page, path: string): Promise<Transferred> {
  return bytesSince(page, async () => {
    await page.goto(path, { waitUntil: 'networkidle' });
  });
}

/** Bytes transferred because of an action on a page. */
export async function bytesSince(page: Page, act: () => Promise<void>): Promise<Transferred> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? '';
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength);
  });
  await act();
  // Some code is preloaded a second after the screen; the network may or may not become idle before that.
  await page.waitForTimeout(AHEAD_MS);
  await page.waitForLoadState('networkidle');
  await session.detach();
  const of = (type: string) => bytes.get(type) ?? 0;
  return { script: of('Script'), stylesheet: of('Stylesheet'), font: of('Font') };
}

/** A slow phone on a slow network. */
export async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Largest contentful paint in ms, and the cumulative layout shift until then. */
export async function paintOf(page: Page, path: string): Promise<{ lcp: number; cls: number }> {
  await page.goto(path, { waitUntil: 'networkidle' });
  // A slow processor draws the last content long after the network became idle.
  await page.waitForTimeout(PAINT_MS);
  const entries = (type: string) =>
    page.evaluate(
      (observed) =>
        new Promise<{ startTime: number; value: number }[]>((resolve) => {
          const give = (list: PerformanceEntryList) =>
            resolve(
              list
                .map((entry): Record<string, unknown> => ({ ...entry.toJSON() }))
                .filter(({ hadRecentInput }) => hadRecentInput !== true)
                .map(({ startTime, value }) => ({
                  startTime: Number(startTime),
                  value: Number(value),
                })),
            );
          new PerformanceObserver((list) => give(list.getEntries())).observe({
            type: observed,
            buffered: true,
          });
          setTimeout(() => give([]), 1000);
        }),
      type,
    );
  const paints = await entries('largest-contentful-paint');
  const shifts = await entries('layout-shift');
  return {
    lcp: paints.at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

/** Slows the processor, not the network. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/**
 * Milliseconds of the slowest interaction, from the input to the paint that shows its effect; the minimum
 * of several runs. The browser reports interactions of more than 16 ms only, in steps of 8 ms.
 */
export async function interactionOf(
  page: Page,
  act: (run: number) => Promise<void>,
): Promise<number> {
  const entries = await page.evaluateHandle(() => {
    const seen: PerformanceEntryList = [];
    const options = { type: 'event', buffered: false, durationThreshold: 16 };
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe(options);
    return seen;
  });
  const taken: number[] = [];
  for (let run = 0; run < ACTIONS; run += 1) {
    await act(run);
    await page.waitForTimeout(SETTLE_MS);
    const slowest = await entries.evaluate((seen) =>
      Math.max(
        16,
        ...seen
          .splice(0)
          .filter((entry) => Number(Reflect.get(entry, 'interactionId')) > 0)
          .map(({ duration }) => duration),
      ),
    );
    taken.push(slowest);
  }
  return Math.min(...taken);
}

/** Starts counting the time that the main thread works, not the time it waits for a processor. */
export async function countCpu(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

export async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** The minimum CPU time in ms of several such actions: the longer ones were disturbed by other work. */
export async function cpuOf(
  page: Page,
  session: CDPSession,
  act: (run: number) => Promise<void>,
): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < ACTIONS; run += 1) {
    const before = await cpuMs(session);
    await act(run);
    await page.waitForTimeout(SETTLE_MS);
    taken.push((await cpuMs(session)) - before);
  }
  return Math.min(...taken);
}

export async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
