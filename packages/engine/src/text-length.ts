/** Counts code points, and only where UTF-16 units leave the answer open. */
export function isLongerThan(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false;
  return text.length > 2 * maxChars || [...text].length > maxChars;
}
