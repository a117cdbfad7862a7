/** In code points. It counts them only if the number of UTF-16 units does not settle the answer. */
export function isLongerThan(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false;
  return text.length > 2 * maxChars || [...text].length > maxChars;
}
