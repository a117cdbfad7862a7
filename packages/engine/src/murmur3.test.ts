import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToHash, EMPTY_HASH, finishHash, murmur3 } from './murmur3.ts';

// https://stackoverflow.com/questions/14747343/murmurhash3-test-vectors
test.each([
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['', 0xffffffff, 0x81f16f39],
  ['\0\0\0\0', 0, 0x2362f9de],
  ['a', 0x9747b28c, 0x7fa09ea6],
  ['aa', 0x9747b28c, 0x5d211726],
  ['aaa', 0x9747b28c, 0x283e0130],
  ['aaaa', 0x9747b28c, 0x5a97808a],
  ['abc', 0, 0xb3dd93fa],
  ['Hello, world!', 0x9747b28c, 0x24884cba],
  ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
  ['ππππππππ', 0x9747b28c, 0xd58063c1],
])('%j with seed %d', (text, seed, hash) => {
  expect(murmur3(text, seed)).toBe(hash);
});

test('a lone surrogate hashes as U+FFFD', () => {
  expect(murmur3('a\ud800b')).toBe(murmur3('a\ufffdb'));
});

test('every text hashes to an unsigned 32-bit number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const hash = murmur3(text);
      expect(hash).toBe(hash >>> 0);
    }),
  );
});

test('a text has the same hash when it is hashed in two parts', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (start, rest) => {
      expect(finishHash(addToHash(EMPTY_HASH, start), rest)).toBe(murmur3(start + rest));
    }),
  );
});
