import { Worker } from 'node:worker_threads';
import { Rejection } from '../../base/rejection.ts';
import type { ThreadAnswer, ThreadWork } from './do-job.ts';

const RUNTIME = new URL('../../../../runtime.js', import.meta.url);
/**
 * A safety net beside the limit of nodes: the thread ends, and the service goes on. The largest body, together with as
 * much stored data, takes 370 MB. With a larger limit V8 would collect garbage later.
 */
const HEAP_MB = 448;
/** The young generation. By default V8 would let it grow to 192 MB before a collection. */
const YOUNG_MB = 24;

/**
 * Runs the work in a new worker thread with this module, and returns its result. Rejects with the refusal of the
 * thread, or with the reason of the signal. In that case the thread is terminated, its connection is closed, and the
 * database rolls back. The memory of the thread is always freed.
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

/** Bytes whose buffer can be transferred. A copy is made only if they share their buffer; do not use the original afterwards. */
function wholeBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.length !== bytes.buffer.byteLength) return bytes.slice();
  return bytes as Uint8Array<ArrayBuffer>; // A body is never in a SharedArrayBuffer.
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
    worker.once('exit', () => reject(new Error('a worker thread ended without a result')));
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
