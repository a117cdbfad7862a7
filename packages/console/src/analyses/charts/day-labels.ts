/** What a date takes below a chart, with room around it. */
const LABEL_PX = 64;

/** Which days of a chart have their date below: evenly spaced, the last one among them. */
export function labelledDays(count: number, widthPx: number): readonly number[] {
  const most = Math.max(1, Math.floor(widthPx / LABEL_PX));
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => count - 1 - place * step)
    .filter((day) => day >= 0)
    .reverse();
}
