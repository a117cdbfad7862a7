import { scaleLinear } from 'd3-scale';

/** In px; the axis of the days stands below, that of the figures on the left. */
export const HEIGHT = 232;
export const PLOT = { left: 56, top: 12, bottom: HEIGHT - 26 } as const;
const RIGHT_PX = 28;

/** Where the days of a picture stand. */
export interface ChartPlace {
  readonly right: number;
  /** What one day may fill. */
  readonly step: number;
  /** The middle of a day. */
  readonly x: (day: number) => number;
  /** The day nearest to a place. */
  readonly dayAt: (px: number) => number;
}

export function chartPlace(count: number, widthPx: number): ChartPlace {
  const right = Math.max(PLOT.left + 1, widthPx - RIGHT_PX);
  const step = (right - PLOT.left) / Math.max(1, count);
  const scale = scaleLinear()
    .domain([0, Math.max(1, count - 1)])
    .range([PLOT.left + step / 2, right - step / 2]);
  // A single day stands in the middle.
  const x = (day: number) => (count <= 1 ? (PLOT.left + right) / 2 : scale(day));
  const dayAt = (px: number) =>
    Math.min(Math.max(0, count - 1), Math.max(0, Math.round(scale.invert(px))));
  return { right, step, x, dayAt };
}
