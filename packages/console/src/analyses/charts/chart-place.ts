import { scaleLinear } from 'd3-scale';

/** In px. The day axis is below the plot, the axis of figures on its left. */
export const HEIGHT = 232;
export const PLOT = { left: 56, top: 12, bottom: HEIGHT - 26 } as const;
const RIGHT_PX = 28;

/** The horizontal layout of the days of a chart, in px. */
export interface ChartPlace {
  readonly right: number;
  /** The width of one day. */
  readonly step: number;
  /** Returns the middle of a day. */
  readonly x: (day: number) => number;
  /** Returns the day nearest to a horizontal position. */
  readonly dayAt: (px: number) => number;
}

export function chartPlace(count: number, widthPx: number): ChartPlace {
  const right = Math.max(PLOT.left + 1, widthPx - RIGHT_PX);
  const step = (right - PLOT.left) / Math.max(1, count);
  const scale = scaleLinear()
    .domain([0, Math.max(1, count - 1)])
    .range([PLOT.left + step / 2, right - step / 2]);
  // A single day is drawn in the middle.
  const x = (day: number) => (count <= 1 ? (PLOT.left + right) / 2 : scale(day));
  const dayAt = (px: number) =>
    Math.min(Math.max(0, count - 1), Math.max(0, Math.round(scale.invert(px))));
  return { right, step, x, dayAt };
}
