const SLAB_BYTES = 16 * 1024;

let slab = Buffer.alloc(0);

/**
 * A text as bytes that are kept for long. Node cuts small buffers from a pool, where few that stay keep the place of many
 * that do not: 40 KB for an environment of 20 toggles. These come from a pool of their own.
 */
export function keepBytes(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  if (length > SLAB_BYTES / 4) return written(Buffer.allocUnsafeSlow(length), text);
  if (length > slab.length) slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  const kept = written(slab.subarray(0, length), text);
  slab = slab.subarray(length);
  return kept;
}

function written(bytes: Buffer, text: string): Buffer {
  bytes.write(text);
  return bytes;
}
