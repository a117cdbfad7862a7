import { scaleLinear } from 'd3-scale';

export interface DrawnInterval {
  readonly low: number;
  readonly high: number;
}

/** How far beyond the intervals in focus the others are drawn, as a share of the range in focus. */
const ROOM = 0.6;

/**
 * Returns the range of lifts that a chart shows. It includes no difference, the smallest difference that
 * matters and all intervals in focus. The other intervals, such as those of the first days, are cut off where
 * they would make these too small to read.
 */
export function liftDomain(
  focus: readonly DrawnInterval[],
  others: readonly DrawnInterval[],
  mde: number,
): readonly [low: number, high: number] {
  const low = Math.min(-mde, ...focus.map((one) => one.low));
  const high = Math.max(mde, ...focus.map((one) => one.high));
  const room = (high - low) * ROOM;
  const lowest = Math.min(low, ...others.map((one) => one.low));
  const highest = Math.max(high, ...others.map((one) => one.high));
  const [from = low, to = high] = scaleLinear()
    .domain([Math.max(lowest, low - room), Math.min(highest, high + room)])
    .nice(5)
    .domain();
  return [from, to];
}
