import { Worker } from 'node:worker_threads';
import { Rejection } from '../../base/rejection.ts';
import type { ThreadAnswer, ThreadWork } from './work-in-thread.ts';

const RUNTIME = new URL('../../../../runtime.js', import.meta.url);
/**
 * For whatever the limit of nodes does not foresee: the thread ends, the service does not. What is read of the largest
 * body, beside as much that is stored, takes 370 MB; V8 leaves garbage where it may have more.
 */
const HEAP_MB = 448;
/** V8 would let it have 192 before it looks what of it is needed. */
const YOUNG_MB = 24;

/**
 * Has a thread of its own, running this module, do the work, and returns its answer. Rejects with what
 * the thread refuses, and with the reason of the signal: then the thread ends where it is, its connection
 * with it, and the database takes back what it did. The memory it took goes with it.
 */
export async function runInThread(
  module: URL,
  work: ThreadWork,
  stop: AbortSignal,
): Promise<Uint8Array> {
  stop.throwIfAborted();
  const bytes = wholeBuffer(work.bytes);
  const worker = new Worker(module, {
    workerData: { ...work, bytes },
    transferList: [bytes.buffer],
    execArgv: ['--import', RUNTIME.href],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  try {
    return await answerOf(worker, stop);
  } finally {
    await worker.terminate();
  }
}

/** Of what has a buffer of its own, that one, which is no longer to be read here: a body may be large. */
function wholeBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.length !== bytes.buffer.byteLength) return bytes.slice();
  return bytes as Uint8Array<ArrayBuffer>; // No body is shared.
}

function answerOf(worker: Worker, stop: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: ThreadAnswer) => {
      if (answer.kind === 'result') resolve(answer.bytes);
      else reject(new Rejection(answer.code, answer.meta));
    });
    worker.once('error', (error) =>
      reject(isOutOfMemory(error) ? new Rejection('PAYLOAD_TOO_LARGE') : error),
    );
    worker.once('exit', () => reject(new Error('a thread ended before it had an answer')));
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
