import type { ServiceProcess } from '../service-process.ts';

/** The memory of one node at one moment, in MB of 10^6 bytes. */
export interface MemorySample {
  /** The first node is 0. */
  readonly node: number;
  /** By the clock of performance.now(). */
  readonly atMs: number;
  readonly residentMb: number;
  /** The used JavaScript heap, garbage that is not yet collected included. */
  readonly heapMb: number;
}

/** The token with which a node answers `/metrics`. */
export const METRICS_TOKEN = 'for-those-who-besiege-it';

/** The figures that the node reports in `/metrics`; undefined while it is being restarted. */
export async function sampleMemory(
  { url }: Pick<ServiceProcess, 'url'>,
  node: number,
): Promise<MemorySample | undefined> {
  const metrics = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  }).then(
    (answer) => answer.text(),
    () => undefined,
  );
  if (metrics === undefined) return undefined;
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / 1e6;
  return {
    node,
    atMs: performance.now(),
    residentMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
  };
}
