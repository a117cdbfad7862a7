import type { StoredPhase } from './analysis-repository.ts';

/** A value of a phase's split, and the share of users that it should get. */
export interface PhaseArm {
  readonly value: string;
  readonly valueIx: number;
  /** The share in the split, from 0 to 1. */
  readonly share: number;
  /** The share of the users who count, from 0 to 1: a phase of a former release leaves moved buckets out (RES-104). */
  readonly expected: number;
}

/** The values with a share, the control first, the others in the order of the toggle. */
export function armsOf(
  { values, ranges, moved, buckets }: StoredPhase,
  control: string,
): PhaseArm[] {
  const arms = values.flatMap((value, valueIx) => {
    const own = ranges.filter((range) => range.valueIndex === valueIx);
    const width = own.reduce((sum, { from, to }) => sum + to - from, 0);
    const left = own.reduce(
      (sum, range) => sum + moved.reduce((lost, piece) => lost + overlap(range, piece), 0),
      0,
    );
    return width > 0 ? [{ value, valueIx, width, remaining: width - left }] : [];
  });
  const whole = arms.reduce((sum, { remaining }) => sum + remaining, 0);
  const isControl = ({ value }: { readonly value: string }) => value === control;
  return [...arms.filter(isControl), ...arms.filter((arm) => !isControl(arm))].map(
    ({ value, valueIx, width, remaining }) => ({
      value,
      valueIx,
      share: width / buckets,
      expected: whole === 0 ? 0 : remaining / whole,
    }),
  );
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

function overlap(a: Piece, b: Piece): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}
