import { utf8BytesOf } from '../murmur3.ts';

const KEY_BYTES = 16;
const ASCII_BITS = 0x7f;

/** The 16-byte key of an application's lists, as four little-endian words. */
export type ListKey = Int32Array;

/** Throws a RangeError for another number of bytes. */
export function listKeyOf(bytes: Uint8Array): ListKey {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a list key has ${KEY_BYTES} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, KEY_BYTES);
  return Int32Array.from([0, 4, 8, 12], (at) => view.getInt32(at, true));
}

/**
 * The upper and the lower half of the last hash, as unsigned numbers. To be read at once, before anything else is hashed:
 * an object for each hash would be garbage of every evaluation.
 */
export const hashed = new Uint32Array(2);

/**
 * SipHash-2-4 of the UTF-8 bytes of a text in NFC, into `hashed`. Unlike murmur3 it has a secret key, so that nobody can choose an
 * id that has the hash of another one (LIF-41). BigInt would take fifty times as long.
 */
export function sipHash(key: ListKey, text: string): void {
  if (hashBytes(key, text) > ASCII_BITS) hashBytes(key, utf8BytesOf(text.normalize('NFC')));
}

/**
 * Treats each character as a byte, and returns all their bits, as `addBytes` of murmur3 does. Each 64-bit word of the
 * algorithm is two 32-bit numbers here; the carry of an addition is whether the lower half became smaller.
 */
function hashBytes(key: ListKey, bytes: string): number {
  const k0 = key[0] ?? 0;
  const k1 = key[1] ?? 0;
  const k2 = key[2] ?? 0;
  const k3 = key[3] ?? 0;
  let low0 = k0 ^ 0x70736575;
  let high0 = k1 ^ 0x736f6d65;
  let low1 = k2 ^ 0x6e646f6d;
  let high1 = k3 ^ 0x646f7261;
  let low2 = k0 ^ 0x6e657261;
  let high2 = k1 ^ 0x6c796765;
  let low3 = k2 ^ 0x79746573;
  let high3 = k3 ^ 0x74656462;
  const { length } = bytes;
  const whole = length & ~7;
  let bits = 0;
  let lowest = 0;
  let low = 0;
  let high = 0;
  // Blocks of eight bytes, then the rest with the length, then the end: 2, 2 and 4 rounds.
  for (let at = 0; at <= whole + 8; at += 8) {
    let rounds = 2;
    if (at < whole) {
      const b0 = bytes.charCodeAt(at);
      const b1 = bytes.charCodeAt(at + 1);
      const b2 = bytes.charCodeAt(at + 2);
      const b3 = bytes.charCodeAt(at + 3);
      const b4 = bytes.charCodeAt(at + 4);
      const b5 = bytes.charCodeAt(at + 5);
      const b6 = bytes.charCodeAt(at + 6);
      const b7 = bytes.charCodeAt(at + 7);
      bits |= b0 | b1 | b2 | b3 | b4 | b5 | b6 | b7;
      low = b0 | (b1 << 8) | (b2 << 16) | (b3 << 24);
      high = b4 | (b5 << 8) | (b6 << 16) | (b7 << 24);
    } else if (at === whole) {
      low = 0;
      high = length << 24;
      for (let place = whole; place < length; place++) {
        const byte = bytes.charCodeAt(place);
        bits |= byte;
        if ((place & 4) === 0) low |= byte << ((place & 3) << 3);
        else high |= byte << ((place & 3) << 3);
      }
    } else {
      low = 0;
      high = 0;
      low2 ^= 0xff;
      rounds = 4;
    }
    low3 ^= low;
    high3 ^= high;
    for (; rounds > 0; rounds--) {
      lowest = (low0 + low1) | 0;
      high0 = (high0 + high1 + (lowest >>> 0 < low1 >>> 0 ? 1 : 0)) | 0;
      low0 = lowest;
      lowest = (low2 + low3) | 0;
      high2 = (high2 + high3 + (lowest >>> 0 < low3 >>> 0 ? 1 : 0)) | 0;
      low2 = lowest;

      lowest = (low1 << 13) | (high1 >>> 19);
      high1 = ((high1 << 13) | (low1 >>> 19)) ^ high0;
      low1 = lowest ^ low0;
      lowest = (low3 << 16) | (high3 >>> 16);
      high3 = ((high3 << 16) | (low3 >>> 16)) ^ high2;
      low3 = lowest ^ low2;

      // Turned by half a word: the two halves change places.
      lowest = high0;
      high0 = low0;
      low0 = lowest;

      lowest = (low2 + low1) | 0;
      high2 = (high2 + high1 + (lowest >>> 0 < low1 >>> 0 ? 1 : 0)) | 0;
      low2 = lowest;
      lowest = (low0 + low3) | 0;
      high0 = (high0 + high3 + (lowest >>> 0 < low3 >>> 0 ? 1 : 0)) | 0;
      low0 = lowest;

      lowest = (low1 << 17) | (high1 >>> 15);
      high1 = ((high1 << 17) | (low1 >>> 15)) ^ high2;
      low1 = lowest ^ low2;
      lowest = (low3 << 21) | (high3 >>> 11);
      high3 = ((high3 << 21) | (low3 >>> 11)) ^ high0;
      low3 = lowest ^ low0;

      lowest = high2;
      high2 = low2;
      low2 = lowest;
    }
    low0 ^= low;
    high0 ^= high;
  }
  hashed[0] = high0 ^ high1 ^ high2 ^ high3;
  hashed[1] = low0 ^ low1 ^ low2 ^ low3;
  return bits;
}
