import { Worker } from 'node:worker_threads';
import { Rejection } from '../base/rejection.ts';
import type { BodyPiece } from './body-pieces.ts';

const RUNTIME = new URL('../../../runtime.js', import.meta.url);
/** For whatever the limit of nodes does not foresee: the thread ends, the service does not. */
const HEAP_MB = 1_024;

/**
 * The body that a thread of its own, running the module `reader`, makes of the bytes. Rejects with what
 * the thread refuses. The memory it took goes with it.
 */
export async function readInThread(
  reader: URL,
  bytes: Uint8Array,
  stop: AbortSignal,
): Promise<unknown> {
  const own = bytes.slice();
  const worker = new Worker(reader, {
    workerData: own,
    transferList: [own.buffer],
    execArgv: ['--import', RUNTIME.href],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    return await collect(worker, stop);
  } finally {
    await worker.terminate();
  }
}

function collect(worker: Worker, stop: AbortSignal): Promise<object> {
  return new Promise((resolve, reject) => {
    let body: Record<string, unknown[]> = {};
    worker.on('message', (piece: BodyPiece) => {
      if (piece.kind === 'refusal') return reject(new Rejection(piece.code, piece.meta));
      if (piece.kind === 'end') return resolve(body);
      if (piece.kind === 'object')
        body = piece.value as typeof body; // Of it, only the lists are touched.
      else for (const item of piece.items) body[piece.list]?.push(item);
      worker.postMessage('next');
    });
    worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuch() : error));
    worker.once('exit', () => reject(new Error('a thread ended before it had read a body')));
    stop.addEventListener('abort', () => reject(tooMuch()), { once: true });
    worker.postMessage('next');
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(): Rejection {
  return new Rejection('PAYLOAD_TOO_LARGE');
}
