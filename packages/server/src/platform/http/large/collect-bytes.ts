import type { IncomingMessage } from 'node:http';
import { Rejection } from '../../base/rejection.ts';

/**
 * The bytes of a request, in a buffer of their own. Where it says how many they are, each piece is put in its place as it
 * comes: put together at the end, the pieces of a large body would stay beside it as garbage. Rejects with PAYLOAD_TOO_LARGE
 * where there are more than the limit, and with what ends the request early.
 */
export async function collectBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const said = Number(request.headers['content-length'] ?? 0);
  if (said > limitBytes) throw new Rejection('PAYLOAD_TOO_LARGE');
  let bytes = Buffer.allocUnsafeSlow(said);
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    const needed = length + piece.length;
    if (needed > limitBytes) throw new Rejection('PAYLOAD_TOO_LARGE');
    if (needed > bytes.length) bytes = grown(bytes, Math.min(2 * needed, limitBytes));
    piece.copy(bytes, length);
    length = needed;
  }
  return bytes.subarray(0, length);
}

function grown(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(size);
  bytes.copy(larger);
  return larger;
}
