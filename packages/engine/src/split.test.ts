import fc from 'fast-check';
import { expect, test } from 'vitest';
import { murmur3 } from './murmur3.ts';
import { bucketOf, hashSalt, type Range, splitRanges } from './split.ts';

const VALUES = ['red', 'green', 'blue', '__proto__'];

/** Percentages with two decimals that sum to 100, for all of VALUES. */
const split = fc
  .tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000))
  .map((cuts) => toSplit(cuts.toSorted((a, b) => a - b)));

function toSplit(cuts: readonly number[]): Record<string, number> {
  const edges = [0, ...cuts, 10_000];
  return Object.fromEntries(
    VALUES.map((value, index) => [value, ((edges[index + 1] ?? 0) - (edges[index] ?? 0)) / 100]),
  );
}

function valueAt(ranges: readonly Range[], bucket: number): string | undefined {
  return ranges.find(({ from, to }) => bucket >= from && bucket < to)?.value;
}

test('ranges are half-open and cover every bucket once, each as wide as its percentage', () => {
  fc.assert(
    fc.property(split, fc.constantFrom(100, 10_000), (percentages, buckets) => {
      const ranges = splitRanges(VALUES, percentages, buckets);
      expect(ranges[0]?.from).toBe(0);
      expect(ranges.at(-1)?.to).toBe(buckets);
      for (const [index, { value, from, to }] of ranges.entries()) {
        expect(to - from).toBeCloseTo(((percentages[value] ?? 0) * buckets) / 100, 6);
        if (index > 0) expect(from).toBe(ranges[index - 1]?.to);
      }
    }),
  );
});

test("ranges follow the order of the toggle's values, not of the split's keys", () => {
  const order = (values: string[], percentages: Record<string, number>) =>
    splitRanges(values, percentages, 10_000).map(({ value }) => value);
  expect(order(['b', '2', 'a', '1'], { 1: 25, 2: 25, a: 25, b: 25 })).toEqual(['b', '2', 'a', '1']);
});

test('a value that is not in the split has no share; names of Object.prototype are no exception', () => {
  expect(splitRanges(['constructor', 'on'], { on: 100 }, 10_000)).toEqual([
    { value: 'on', from: 0, to: 10_000 },
  ]);
});

test('two decimals of a percentage are exact', () => {
  expect(splitRanges(['a', 'b', 'c'], { a: 33.33, b: 0.07, c: 66.6 }, 10_000)).toEqual([
    { value: 'a', from: 0, to: 3333 },
    { value: 'b', from: 3333, to: 3340 },
    { value: 'c', from: 3340, to: 10_000 },
  ]);
});

test('with 100 buckets a user is in when hash mod 100 is below the percentage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.nat(99), (percentage, bucket) => {
      const ranges = splitRanges(['on', 'off'], { on: percentage, off: 100 - percentage }, 100);
      expect(valueAt(ranges, bucket)).toBe(bucket < percentage ? 'on' : 'off');
    }),
  );
});

test('raising the share of the first value moves only users who now get it', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.nat(9_999), (one, other, bucket) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const value = (share: number) =>
        valueAt(
          splitRanges(['on', 'off'], { on: share / 100, off: 100 - share / 100 }, 10_000),
          bucket,
        );
      if (value(low) !== value(high)) expect([value(low), value(high)]).toEqual(['off', 'on']);
    }),
  );
});

test('the bucket is the hash of salt, colon and uid, modulo the number of buckets', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 1_000_000 }), (salt, uid, buckets) => {
      expect(bucketOf(hashSalt(salt), uid, buckets)).toBe(murmur3(`${salt}:${uid}`) % buckets);
    }),
  );
});

test('the bucket depends on salt and uid only, and is spread evenly', () => {
  const counts = new Map<number, number>();
  for (let user = 0; user < 20_000; user++) {
    const bucket = bucketOf(hashSalt('salt'), `user-${user}`, 10);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 2000) ** 2 / 2000, 0);
  expect(counts.size).toBe(10);
  // With 9 degrees of freedom, 999 of 1,000 fair samples stay below this.
  expect(chiSquare).toBeLessThan(27.9);
});
