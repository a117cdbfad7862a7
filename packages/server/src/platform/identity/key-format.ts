import { crc32 } from 'node:zlib';
import { newSecret } from '../base/secrets.ts';

/**
 * Keys are a prefix that says what they open, 256 random bits and a checksum over both: a key that was
 * cut or mistyped is told apart without the database, and scanners recognise one that leaked.
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

function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
