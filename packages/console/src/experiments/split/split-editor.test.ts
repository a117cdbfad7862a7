import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evenShares,
  fixTotal,
  type Share,
  setPinned,
  sharesOf,
  slideShare,
  slideTwo,
  splitOf,
  totalOfShares,
  typeShare,
  wholeShare,
} from './split-editor.ts';

function percentages(shares: readonly Share[]): number[] {
  return shares.map(({ percentage }) => percentage);
}

function shares(...split: readonly number[]): Share[] {
  const values = split.map((_, index) => 'abcdefg'.charAt(index));
  return sharesOf(
    Object.fromEntries(values.map((value, index) => [value, split[index] ?? 0])),
    values,
  );
}

describe('a new split', () => {
  it.each([
    ['ab', [50, 50]],
    ['abc', [34, 33, 33]],
    ['abcdefg', [15, 15, 14, 14, 14, 14, 14]],
  ])('of %s is even: %j', (values, expected) => {
    expect(percentages(evenShares([...values]))).toEqual(expected);
  });

  it('follows the order of the values, whatever the order of the map', () => {
    expect(sharesOf({ b: 30, a: 70 }, ['a', 'b', 'c'])).toMatchObject([
      { value: 'a', percentage: 70 },
      { value: 'b', percentage: 30 },
      { value: 'c', percentage: 0 },
    ]);
  });

  it('handles values that are named like properties of every object', () => {
    expect(percentages(sharesOf({ enabled: 100 }, ['enabled', 'constructor']))).toEqual([100, 0]);
    expect(splitOf(shares(70, 30))).toEqual({ a: 70, b: 30 });
  });
});

describe('a slider', () => {
  it.each<[string, Share[], string, number, number[]]>([
    ['two values share the rest', shares(50, 50), 'a', 70, [70, 30]],
    ['others shrink in proportion', shares(20, 60, 20), 'a', 60, [60, 30, 10]],
    ['nothing is lost to rounding', shares(34, 33, 33), 'a', 50, [50, 25, 25]],
    ['others without a share get equal shares', shares(100, 0, 0), 'a', 40, [40, 30, 30]],
    ['a pinned share stays', setPinned(shares(40, 20, 40), 'b', true), 'a', 60, [60, 20, 20]],
    [
      'it stops at the pinned shares',
      setPinned(shares(40, 20, 40), 'b', true),
      'a',
      99,
      [80, 20, 0],
    ],
    [
      'hundredths stay exact',
      setPinned(shares(33.33, 33.33, 33.34), 'a', true),
      'b',
      50,
      [33.33, 50, 16.67],
    ],
  ])('%s', (_, before, value, percentage, after) => {
    expect(percentages(slideShare(before, value, percentage))).toEqual(after);
  });

  it('moves alone when all other shares are pinned, and the total shows it', () => {
    const pinned = setPinned(setPinned(shares(60, 40), 'a', true), 'b', true);
    expect(percentages(slideShare(pinned, 'a', 70))).toEqual([70, 40]);
  });

  it('keeps the total at 100 while at least one other share is not pinned', () => {
    const anyShares = fc
      .array(fc.record({ weight: fc.nat(20), isPinned: fc.boolean() }), {
        minLength: 2,
        maxLength: 8,
      })
      .map((drawn) => {
        const start = fixTotal(
          drawn.map(({ weight }, index) => ({
            value: `v${index}`,
            percentage: weight,
            isPinned: false,
          })),
        );
        return start.map((share, index) => ({
          ...share,
          isPinned: drawn[index]?.isPinned === true,
        }));
      });
    fc.assert(
      fc.property(anyShares, fc.nat(99), (before, percentage) => {
        fc.pre(before.slice(1).some(({ isPinned }) => !isPinned));
        const after = slideShare(before, 'v0', percentage);
        expect(totalOfShares(after)).toBe(100);
        for (const [index, share] of before.entries()) {
          if (share.isPinned && index > 0) expect(after[index]).toEqual(share);
        }
      }),
    );
  });
});

it('the bar between two values divides all users, whatever was typed before', () => {
  const typed = typeShare(typeShare(shares(50, 50), 'a', 60), 'b', 30);
  expect(percentages(slideTwo(typed, 70))).toEqual([70, 30]);
  expect(slideTwo(typed, 70).some(({ isPinned }) => isPinned)).toBe(false);
});

describe('a typed number', () => {
  it('is pinned; the shares that are not pinned make up the difference', () => {
    expect(typeShare(shares(50, 50), 'a', 60)).toEqual([
      { value: 'a', percentage: 60, isPinned: true },
      { value: 'b', percentage: 40, isPinned: false },
    ]);
  });

  it('is not changed by another typed number', () => {
    expect(percentages(typeShare(typeShare(shares(50, 50), 'a', 60), 'b', 30))).toEqual([60, 30]);
  });

  it.each([
    [150, 99],
    [-5, 0],
    [33.333, 33.33],
  ])('%d becomes %d', (typed, taken) => {
    expect(typeShare(shares(50, 50), 'a', typed)[0]?.percentage).toBe(taken);
  });
});

describe('fixing the total', () => {
  it.each<[string, Share[], number[]]>([
    [
      'in proportion when everything is pinned',
      typeShare(typeShare(shares(50, 50), 'a', 60), 'b', 30),
      [67, 33],
    ],
    [
      'at the cost of shares that are not pinned',
      [
        ...typeShare(shares(50, 50), 'a', 60).slice(0, 1),
        { value: 'b', percentage: 10, isPinned: false },
      ],
      [60, 40],
    ],
    ['evenly when all shares are 0', shares(0, 0, 0), [34, 33, 33]],
    ['downwards', shares(99, 99), [50, 50]],
  ])('%s', (_, before, after) => {
    expect(percentages(fixTotal(before))).toEqual(after);
  });
});

it('a split that gives everyone one value is an exact value', () => {
  expect(wholeShare(shares(100, 0))).toBe('a');
  expect(wholeShare(shares(99, 1))).toBeUndefined();
});
