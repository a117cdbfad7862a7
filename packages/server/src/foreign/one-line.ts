import { isVisible, normalizeText } from '@comporta/contract/visible-text';

/** A text of another product as a valid name or description: its lines joined, without invisible characters, and cut. */
export function oneLine(text: string, maxChars: number): string {
  const shown = [...normalizeText(text.toWellFormed()).replace(/\s+/g, ' ')].filter(isVisible);
  return shown.slice(0, maxChars).join('').trim();
}
