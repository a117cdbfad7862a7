import assert from 'node:assert/strict';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import type { Client } from '../client.ts';

/** Clients of one environment: on the node where changes are made (near), and on another node (far). */
export interface Nodes {
  readonly near: Client;
  readonly far: Client;
  /** Milliseconds from each acknowledgement until the far node used the change. */
  readonly delaysMs: number[];
}

type Query = Readonly<Record<string, string>>;

/** The timeout for changes to take effect. */
export const PATIENCE_MS = 30_000;

export async function valuesOf(system: Client, query: Query) {
  return system.call(fetchTogglesByGet, { query });
}

/**
 * Makes a change. The near node must use it as soon as it has acknowledged it; the delay of the far node is
 * recorded in `delaysMs`. The value `undefined` means that the toggle no longer exists.
 */
export async function changeAndSee<Result>(
  { near, far, delaysMs }: Nodes,
  change: () => Promise<Result>,
  { query, toggle, value }: { query: Query; toggle: string; value: string | undefined },
): Promise<Result> {
  assert.notEqual((await valuesOf(far, query))[toggle], value, 'nothing would change');
  const result = await change();
  const since = performance.now();
  assert.equal((await valuesOf(near, query))[toggle], value);
  while ((await valuesOf(far, query))[toggle] !== value) {
    assert(performance.now() - since < PATIENCE_MS, `${toggle} never became ${value}`);
  }
  delaysMs.push(performance.now() - since);
  return result;
}
