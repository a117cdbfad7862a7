import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idListOf, idListOfPairs, pairOf } from '../testing/id-list-of.ts';
import { isListed } from './id-list.ts';
import { partOf } from './list-part.ts';
import { listedIdOf } from './listed-id.ts';
import { hashed, listKeyOf, sipHash } from './sip-hash.ts';

const FILE = new URL('../../../../conformance/id-lists/ids.json', import.meta.url);

interface Vectors {
  readonly key: string;
  readonly ids: readonly {
    readonly given: string;
    readonly id: string | null;
    readonly hash: string | null;
    readonly part: number | null;
  }[];
}

const vectors: Vectors = JSON.parse(readFileSync(FILE, 'utf8'));
const key = listKeyOf(Buffer.from(vectors.key, 'hex'));

function hashOf(id: string): string {
  sipHash(key, id);
  return [...hashed].map((half) => half.toString(16).padStart(8, '0')).join('');
}

describe('LIF-41: an id is trimmed, normalised and hashed as the vectors say', () => {
  it.each(vectors.ids)('$given', ({ given, id, hash, part }) => {
    const read = listedIdOf(given) ?? null;
    expect(read).toBe(id);
    if (read === null) return;
    expect(hashOf(read)).toBe(hash);
    expect(partOf(hashed[0] ?? 0)).toBe(part);
  });
});

/** SipHash-2-4 again, by its published definition, for texts that the vectors do not have. */
function sipHashByDefinition(bytes: Uint8Array): bigint {
  const word = (from: Uint8Array, at: number) =>
    new DataView(from.buffer, from.byteOffset).getBigUint64(at, true);
  const keyBytes = Uint8Array.from(Buffer.from(vectors.key, 'hex'));
  const [k0, k1] = [word(keyBytes, 0), word(keyBytes, 8)];
  const padded = new Uint8Array((bytes.length & ~7) + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  const v = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ] as [bigint, bigint, bigint, bigint];
  const turned = (value: bigint, by: bigint) =>
    BigInt.asUintN(64, (value << by) | (value >> (64n - by)));
  const round = () => {
    v[0] = BigInt.asUintN(64, v[0] + v[1]);
    v[2] = BigInt.asUintN(64, v[2] + v[3]);
    v[1] = turned(v[1], 13n) ^ v[0];
    v[3] = turned(v[3], 16n) ^ v[2];
    v[0] = turned(v[0], 32n);
    v[2] = BigInt.asUintN(64, v[2] + v[1]);
    v[0] = BigInt.asUintN(64, v[0] + v[3]);
    v[1] = turned(v[1], 17n) ^ v[2];
    v[3] = turned(v[3], 21n) ^ v[0];
    v[2] = turned(v[2], 32n);
  };
  for (let at = 0; at < padded.length; at += 8) {
    const block = word(padded, at);
    v[3] ^= block;
    round();
    round();
    v[0] ^= block;
  }
  v[2] ^= 0xffn;
  for (let rounds = 0; rounds < 4; rounds++) round();
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

it('LIF-41: every text has the hash of the published definition, over its UTF-8 in NFC', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const bytes = new TextEncoder().encode(text.normalize('NFC'));
      expect(hashOf(text)).toBe(sipHashByDefinition(bytes).toString(16).padStart(16, '0'));
    }),
  );
});

it('LIF-41: a key of another length is refused', () => {
  expect(() => listKeyOf(new Uint8Array(15))).toThrow(RangeError);
});

describe('LIF-48: looking up an id', () => {
  it.each([1, 2, 3, 10, 1_000, 30_000])('finds exactly those of a list of %i', (count) => {
    const ids = Array.from({ length: count }, (_, place) => `user-${place}`);
    const list = idListOf(key, ids);
    for (const id of ids) expect(isListed(list, id)).toBe(true);
    const others = ids.filter((id) => isListed(list, `other-${id}`));
    expect(others).toEqual([]);
  });

  it('finds a value in another Unicode form, and not one with blanks around it', () => {
    const list = idListOf(key, ['ção']);
    expect(isListed(list, 'c\u0327a\u0303o')).toBe(true);
    expect(isListed(list, ' ção')).toBe(false);
    expect(isListed(list, '')).toBe(false);
  });

  it('ends and is right where somebody chose all hashes', () => {
    const half = createHash('sha256').update('half').digest().readUInt32BE();
    const [high, low] = pairOf(key, 'ana');
    const pairs = Array.from(
      { length: 5_000 },
      (_, place) => [high, (half + place) >>> 0] as const,
    );
    expect(isListed(idListOfPairs(key, pairs), 'ana')).toBe(
      pairs.some(([, other]) => other === low),
    );
    expect(isListed(idListOfPairs(key, [...pairs, [high, low]]), 'ana')).toBe(true);
  });
});
