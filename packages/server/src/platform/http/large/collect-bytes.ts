import type { IncomingMessage } from 'node:http';
import { Rejection } from '../../base/rejection.ts';

/**
 * The bytes of a request, in a buffer of their own. With a Content-Length, each chunk is copied to its place at once:
 * chunks that are concatenated at the end would remain as garbage beside a large body. Rejects with PAYLOAD_TOO_LARGE
 * beyond the limit, and with the error that ends the request early.
 */
export async function collectBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const said = Number(request.headers['content-length'] ?? 0);
  if (said > limitBytes) throw new Rejection('PAYLOAD_TOO_LARGE');
  let bytes = Buffer.allocUnsafeSlow(said);
  let length = 0;
  // By default, leaving the loop would destroy the request, and its connection could not carry the refusal.
  const pieces: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const piece of pieces) {
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
