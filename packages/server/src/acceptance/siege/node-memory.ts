import type { ServiceProcess } from '../service-process.ts';

/** What one node had at one moment, in MB of 10^6 bytes. */
export interface MemorySample {
  /** The first node is 0. */
  readonly node: number;
  /** By the clock of performance.now(). */
  readonly atMs: number;
  readonly residentMb: number;
  /** Of JavaScript, what waits to be collected included. */
  readonly heapMb: number;
}

/** A node answers `/metrics` to whoever has it. */
export const METRICS_TOKEN = 'for-those-who-besiege-it';

/** What the node says of itself; undefined of one that is being restarted. */
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
