/** The width of a date below a chart, with space around it. */
const LABEL_PX = 64;

/** The days of a chart that have a date below: evenly spaced, and always the last one. */
export function labelledDays(count: number, widthPx: number): readonly number[] {
  const most = Math.max(1, Math.floor(widthPx / LABEL_PX));
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => count - 1 - place * step)
    .filter((day) => day >= 0)
    .reverse();
}
