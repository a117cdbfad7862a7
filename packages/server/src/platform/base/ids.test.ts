import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { isId, newId } from './ids.ts';

/** Holds many ids in a thread with a small heap. */
const KEEPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ newId }) => {
    parentPort.postMessage(Array.from({ length: 100_000 }, newId).length);
  });`;

it('an id is random and has the format of an id', () => {
  expect(isId(newId())).toBe(true);
  expect(newId()).not.toBe(newId());
});

it('OPS-01: each id is one flat string, not a rope of the pieces that Node concatenates', async () => {
  const worker = new Worker(KEEPER, {
    eval: true,
    workerData: new URL('./ids.ts', import.meta.url).href,
    resourceLimits: { maxOldGenerationSizeMb: 24 },
  });
  expect(await once(worker, 'message')).toEqual([100_000]);
});
