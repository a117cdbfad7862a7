import assert from 'node:assert/strict';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import type { Client } from '../client.ts';

/** One environment asked at both ends: on the node that changes are made on, and on another. */
export interface Nodes {
  readonly near: Client;
  readonly far: Client;
  /** Milliseconds from each acknowledgement until the other node answered by the change. */
  readonly delaysMs: number[];
}

type Query = Readonly<Record<string, string>>;

/** Of what is bound to happen. */
export const PATIENCE_MS = 30_000;

export async function valuesOf(system: Client, query: Query) {
  return system.call(fetchTogglesByGet, { query });
}

/**
 * Makes a change. The node that acknowledged it answers by it from then on; how long the other one
 * takes is noted. `undefined` means that the toggle is gone.
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
