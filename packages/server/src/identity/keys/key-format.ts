import { crc32 } from 'node:zlib';
import { newSecret } from '../../platform/base/secrets.ts';

/**
 * A key is a prefix for its kind, 256 random bits and a checksum of both. A truncated or mistyped key is recognised
 * without the database, and secret scanners recognise a leaked one.
 */
export function newKey(prefix: string): string {
  const text = prefix + newSecret();
  return text + checksumOf(text);
}

const SECRET_CHARS = 43;
const CHECKSUM_CHARS = 6;

export function hasKeyFormat(prefix: string, text: string): boolean {
  return (
    text.length === prefix.length + SECRET_CHARS + CHECKSUM_CHARS &&
    text.startsWith(prefix) &&
    checksumOf(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS)
  );
}

const SHOWN_CHARS = 4;

/** What tells a key from another one, and opens nothing. */
export function maskOf(key: string): string {
  return `····${key.slice(-SHOWN_CHARS)}`;
}

function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
