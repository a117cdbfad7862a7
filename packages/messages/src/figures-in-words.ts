import type { MetricKind } from '@comporta/contract/metrics/metric';
import { isShareKind } from './share-kinds.ts';
import type { Format, Say } from './speak.ts';

/** Formats the figures of results in one language. */
export function figuresInWords(say: Say, format: Format) {
  function percent(share: number, digits = 1): string {
    return format.number(share, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  }

  /** A change, with its sign. */
  function lift(share: number): string {
    // Above a thousand percent, tenths are of no interest.
    const digits = Math.abs(share) >= 10 ? 0 : 1;
    return format.number(share, {
      style: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  }

  function level(kind: MetricKind, value: number): string {
    return isShareKind(kind)
      ? percent(value, 2)
      : format.number(value, { maximumSignificantDigits: 4 });
  }

  function difference(
    kind: MetricKind,
    value: number,
    signDisplay: 'exceptZero' | 'never' = 'exceptZero',
  ): string {
    if (!isShareKind(kind)) {
      return format.number(value, { signDisplay, maximumSignificantDigits: 3 });
    }
    const points = format.number(value * 100, {
      signDisplay,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    return say('results.points', { points });
  }

  /** The size of a change whose direction the sentence says, without a sign. */
  function amount(scale: 'LIFT' | 'DIFFERENCE', kind: MetricKind, value: number): string {
    return scale === 'LIFT' ? percent(Math.abs(value)) : difference(kind, value, 'never');
  }

  /** A label of an axis, with no more digits than necessary. */
  function tick(share: number): string {
    return format.number(share, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 1,
    });
  }

  return {
    percent,
    lift,
    amount,
    tick,
    level,
    difference,
    count: (value: number) => format.number(value),
  };
}
