import { parentPort, workerData } from 'node:worker_threads';
import type { Endpoint } from '@comporta/contract/endpoint';
import type { ErrorCode } from '@comporta/contract/errors';
import { createLog } from '../../base/log.ts';
import { Rejection, type RejectionMeta } from '../../base/rejection.ts';
import type { Plans } from '../../config/plans.ts';
import { openDatabase } from '../../database/database.ts';
import { rejectionOfDatabaseError } from '../../database/database-errors.ts';
import type { OnChange } from '../../identity/application-scope.ts';
import { encodeResult } from '../answer.ts';
import { wholeMessage } from '../call.ts';
import { readLargeBody } from './large-body.ts';
import { doLargeWork, type LargeCall, type LargeWork } from './large-work.ts';

/** The input of a worker thread. */
export interface ThreadWork {
  readonly bytes: Uint8Array;
  readonly call: Omit<LargeCall, 'message'> & {
    readonly message: Omit<LargeCall['message'], 'body' | 'log'>;
  };
  readonly databaseUrl: string;
  readonly settings: ThreadSettings;
}

export interface ThreadSettings {
  readonly plans: Plans;
}

/** The message that a worker thread sends when it is done. */
export type ThreadAnswer =
  | { readonly kind: 'result'; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'refusal';
      readonly code: ErrorCode;
      readonly meta: RejectionMeta | undefined;
    };

/**
 * Parses the body that this thread was given, does the work and posts the encoded result, so that no
 * work is left for the main event loop.
 */
export async function workInThread<E extends Endpoint>(
  endpoint: E,
  makeWork: (settings: ThreadSettings) => LargeWork<E>,
  onChange: readonly OnChange[],
): Promise<void> {
  if (parentPort === null) throw new Error('This module runs only in a worker thread.');
  const { call, databaseUrl, settings }: Omit<ThreadWork, 'bytes'> = workerData;
  const database = openDatabase(databaseUrl, () => {}); // Pending queries reject with the error.
  try {
    const log = createLog('silent');
    const message = wholeMessage({ ...call.message, log }, readGivenBody(endpoint));
    const writing = { ...call, message, onChange };
    const result = await doLargeWork(database.sql, makeWork(settings), writing);
    const answer = encodeResult(endpoint, result);
    parentPort.postMessage({ kind: 'result', bytes: answer } satisfies ThreadAnswer, [
      answer.buffer,
    ]);
  } catch (error) {
    const refusal = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
    if (refusal === undefined) throw error;
    const { code, meta } = refusal;
    parentPort.postMessage({ kind: 'refusal', code, meta } satisfies ThreadAnswer);
  } finally {
    await database.close();
  }
}

/** Removes the bytes from `workerData` before they are parsed, so that they can be garbage collected. */
function readGivenBody(endpoint: Endpoint): unknown {
  const given: { bytes?: Uint8Array } = workerData;
  const { bytes = new Uint8Array() } = given;
  delete given.bytes;
  return readLargeBody(endpoint, bytes);
}
