const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/**
 * MurmurHash3_x86_32 over the UTF-8 bytes of a text, as an unsigned 32-bit number. Several npm
 * packages of that name hash UTF-16 units instead and differ on every text that is not ASCII.
 */
export function murmur3(text: string, seed = 0): number {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return hashBytes(utf8Bytes(text), seed);
  }
  return hashAscii(text, seed);
}

/** The same as `hashBytes`, without allocating: in ASCII a character is its own byte. */
function hashAscii(text: string, seed: number): number {
  const { length } = text;
  const blocksEnd = length & ~3;
  let hash = seed;
  for (let index = 0; index < blocksEnd; index += 4) {
    hash = mixBlock(
      hash,
      text.charCodeAt(index) |
        (text.charCodeAt(index + 1) << 8) |
        (text.charCodeAt(index + 2) << 16) |
        (text.charCodeAt(index + 3) << 24),
    );
  }
  let tail = 0;
  for (let index = length - 1; index >= blocksEnd; index--) {
    tail = (tail << 8) | text.charCodeAt(index);
  }
  return finish(mixTail(hash, tail), length);
}

function hashBytes(bytes: readonly number[], seed: number): number {
  const { length } = bytes;
  const blocksEnd = length & ~3;
  let hash = seed;
  for (let index = 0; index < blocksEnd; index += 4) {
    hash = mixBlock(hash, littleEndian(bytes, index, index + 4));
  }
  return finish(mixTail(hash, littleEndian(bytes, blocksEnd, length)), length);
}

function littleEndian(bytes: readonly number[], from: number, to: number): number {
  let word = 0;
  for (let index = to - 1; index >= from; index--) word = (word << 8) | (bytes[index] ?? 0);
  return word;
}

function mixBlock(hash: number, block: number): number {
  const mixed = mixTail(hash, block);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function mixTail(hash: number, tail: number): number {
  const scrambled = Math.imul(tail, C1);
  return hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), C2);
}

function finish(hash: number, length: number): number {
  let mixed = hash ^ length;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A lone surrogate becomes U+FFFD, as every UTF-8 encoder writes it. */
function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) {
      bytes.push(point);
    } else if (point < 0x800) {
      bytes.push(0xc0 | (point >> 6), continuation(point));
    } else if (point < 0x10000) {
      bytes.push(0xe0 | (point >> 12), continuation(point >> 6), continuation(point));
    } else {
      bytes.push(
        0xf0 | (point >> 18),
        continuation(point >> 12),
        continuation(point >> 6),
        continuation(point),
      );
    }
  }
  return bytes;
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
