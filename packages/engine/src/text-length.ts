/** In code points. It counts them only if the number of UTF-16 units does not settle the answer. */
export function isLongerThan(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false;
  return text.length > 2 * maxChars || [...text].length > maxChars;
}

/** The number of bytes of a text in UTF-8, in which a lone surrogate becomes U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
