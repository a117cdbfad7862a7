import { evenSplit } from '@comporta/contract/experiments/even-split';
import { totalOf } from '@comporta/contract/experiments/value-spec';

/** The share of one value during editing. */
export interface Share {
  readonly value: string;
  /** In percent: 0 to 100, with at most two decimals. */
  readonly percentage: number;
  /** Whether the user typed or pinned it: edits of other shares do not change it. */
  readonly isPinned: boolean;
}

/** The largest share that can be set or typed, because 100 percent of one value is not a split. Source: SPL-03. */
export const SHARE_MAX = 99;

export function evenShares(values: readonly string[]): Share[] {
  return sharesOf(evenSplit(values), values);
}

/** Returns shares in the order of the toggle's values; a value that is missing in the split has 0 percent. */
export function sharesOf(
  split: Readonly<Record<string, number>>,
  values: readonly string[],
): Share[] {
  return values.map((value) => ({
    value,
    percentage: Object.hasOwn(split, value) ? (split[value] ?? 0) : 0,
    isPinned: false,
  }));
}

export function splitOf(shares: readonly Share[]): Record<string, number> {
  return Object.fromEntries(shares.map(({ value, percentage }) => [value, percentage]));
}

export function valuesOf(shares: readonly Share[]): readonly string[] {
  return shares.map(({ value }) => value);
}

export function totalOfShares(shares: readonly Share[]): number {
  return totalOf(shares.map(({ percentage }) => percentage));
}

/**
 * Moves one slider. The shares that are not pinned change in proportion to their size, so the total stays 100
 * as long as there is one. Pass the shares from the start of the drag: then moving there and back ends where
 * it began.
 */
export function slideShare(shares: readonly Share[], value: string, percentage: number): Share[] {
  const others = shares.filter((share) => share.value !== value);
  const free = others.filter(({ isPinned }) => !isPinned);
  const room = 100 - totalOfShares(others.filter(({ isPinned }) => isPinned));
  const reached = free.length > 0 ? Math.min(percentage, Math.max(room, 0)) : percentage;
  return rebalanced(shares, value, reached);
}

/** Divides all users between two values, and removes the pins of earlier typed numbers. */
export function slideTwo(shares: readonly Share[], percentage: number): Share[] {
  return shares.map((share, index) => ({
    ...share,
    percentage: index === 0 ? percentage : 100 - percentage,
    isPinned: false,
  }));
}

/** Sets a typed percentage as it is, and pins it. */
export function typeShare(shares: readonly Share[], value: string, percentage: number): Share[] {
  const typed = Math.round(clamp(percentage, SHARE_MAX) * 100) / 100;
  return setPinned(rebalanced(shares, value, typed), value, true);
}

export function setPinned(shares: readonly Share[], value: string, isPinned: boolean): Share[] {
  return shares.map((share) => (share.value === value ? { ...share, isPinned } : share));
}

/** Makes the total 100 by changing the shares that are not pinned, or else all shares, in proportion. */
export function fixTotal(shares: readonly Share[]): Share[] {
  const free = shares.filter(({ isPinned }) => !isPinned);
  const room = 100 - totalOfShares(shares.filter(({ isPinned }) => isPinned));
  if (free.length > 0 && room >= 0) return withPercentages(shares, divide(room, free));
  const unpinned = shares.map((share) => ({ ...share, isPinned: false }));
  return withPercentages(unpinned, divide(100, unpinned));
}

/** The value that gets all users, if there is one. Such a split is in fact an exact value. */
export function wholeShare(shares: readonly Share[]): string | undefined {
  return shares.find(({ percentage }) => percentage === 100)?.value;
}

function rebalanced(shares: readonly Share[], value: string, percentage: number): Share[] {
  const fixed = shares.filter((share) => share.isPinned && share.value !== value);
  const free = shares.filter((share) => !share.isPinned && share.value !== value);
  const left = Math.max(0, 100 - percentage - totalOfShares(fixed));
  return withPercentages(shares, divide(left, free).set(value, percentage));
}

function withPercentages(
  shares: readonly Share[],
  percentages: ReadonlyMap<string, number>,
): Share[] {
  return shares.map((share) => ({
    ...share,
    percentage: percentages.get(share.value) ?? share.percentage,
  }));
}

/**
 * Divides an amount in proportion to the present shares, or evenly when all are 0: in whole percents when the
 * amount is whole, in hundredths otherwise. The rest from rounding goes to the largest remainders, so nothing
 * is lost.
 */
function divide(amount: number, among: readonly Share[]): Map<string, number> {
  const unit = Number.isInteger(amount) ? 1 : 0.01;
  const units = Math.round(amount / unit);
  const total = totalOfShares(among);
  const exact = among.map(({ value, percentage }) => ({
    value,
    units: total === 0 ? units / among.length : (units * percentage) / total,
  }));
  const given = exact.reduce((sum, share) => sum + Math.floor(share.units), 0);
  const byRemainder = [...exact].sort((one, other) => (other.units % 1) - (one.units % 1));
  const rounded = new Set(byRemainder.slice(0, units - given).map(({ value }) => value));
  return new Map(
    exact.map((share) => {
      const whole = Math.floor(share.units) + (rounded.has(share.value) ? 1 : 0);
      return [share.value, Math.round(whole * unit * 100) / 100];
    }),
  );
}

function clamp(percentage: number, max: number): number {
  return Math.min(Math.max(percentage, 0), max);
}
