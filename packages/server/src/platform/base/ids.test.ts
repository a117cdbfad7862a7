import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { isId, newId } from './ids.ts';

/** Keeps many ids in a thread with little memory. */
const KEEPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ newId }) => {
    parentPort.postMessage(Array.from({ length: 100_000 }, newId).length);
  });`;

it('an id is random and in the shape that ids have', () => {
  expect(isId(newId())).toBe(true);
  expect(newId()).not.toBe(newId());
});

it('OPS-01: ids are held as one text each, not in the pieces that Node makes them of', async () => {
  const worker = new Worker(KEEPER, {
    eval: true,
    workerData: new URL('./ids.ts', import.meta.url).href,
    resourceLimits: { maxOldGenerationSizeMb: 24 },
  });
  expect(await once(worker, 'message')).toEqual([100_000]);
});
