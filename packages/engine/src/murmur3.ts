const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const ASCII_BITS = 0x7f;

/** The state of a hash that is not finished. */
export interface PartialHash {
  readonly hash: number;
  /** Bytes that do not fill a block of four yet, little-endian. */
  readonly open: number;
  readonly length: number;
}

/** The hash of nothing yet, with seed 0. */
export const EMPTY_HASH: PartialHash = { hash: 0, open: 0, length: 0 };

/**
 * MurmurHash3_x86_32 over the UTF-8 bytes of a text, as an unsigned 32-bit number. Several npm
 * packages of that name hash UTF-16 units instead and differ on every text that is not ASCII.
 */
export function murmur3(text: string, seed = 0): number {
  return finishHash({ ...EMPTY_HASH, hash: seed }, text);
}

/** Appends a text. Hashing two texts in sequence is cheaper than joining them, which costs more than the hash. */
export function addToHash(partial: PartialHash, text: string): PartialHash {
  addText(partial, text);
  return { hash: added[0] ?? 0, open: added[1] ?? 0, length: added[2] ?? 0 };
}

/** Appends a text and returns the hash. */
export function finishHash(partial: PartialHash, text: string): number {
  addText(partial, text);
  let mixed = (added[0] ?? 0) ^ scramble(added[1] ?? 0) ^ (added[2] ?? 0);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Result of `addText`: hash, open bytes and length. Returning an object would make half of a service's garbage. */
const added = new Int32Array(3);

function addText(partial: PartialHash, text: string): void {
  if (addBytes(partial, text) > ASCII_BITS) addBytes(partial, utf8BytesOf(text));
}

/**
 * Treats each character as a byte, and returns all their bits, combined by OR. Bits above 0x7f mean that the text was
 * not ASCII, so the result is wrong. Checking afterwards is twice as fast as scanning every text first.
 */
function addBytes(partial: PartialHash, bytes: string): number {
  let { hash, open, length } = partial;
  let bits = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes.charCodeAt(index);
    bits |= byte;
    open |= byte << ((length & 3) << 3);
    length++;
    if ((length & 3) === 0) {
      hash ^= scramble(open);
      hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
      open = 0;
    }
  }
  added[0] = hash;
  added[1] = open;
  added[2] = length;
  return bits;
}

function scramble(block: number): number {
  const multiplied = Math.imul(block, C1);
  return Math.imul((multiplied << 15) | (multiplied >>> 17), C2);
}

/** The UTF-8 bytes of a text, one per character. A lone surrogate becomes U+FFFD, as in every UTF-8 encoder. */
export function utf8BytesOf(text: string): string {
  let bytes = '';
  for (const character of text.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += character;
    else if (point < 0x800) bytes += String.fromCharCode(0xc0 | (point >> 6), rest(point));
    else if (point < 0x10000) {
      bytes += String.fromCharCode(0xe0 | (point >> 12), rest(point >> 6), rest(point));
    } else {
      const lead = 0xf0 | (point >> 18);
      bytes += String.fromCharCode(lead, rest(point >> 12), rest(point >> 6), rest(point));
    }
  }
  return bytes;
}

function rest(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
