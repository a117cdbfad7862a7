/** Whether a text contains the query, ignoring case and accents. */
export function matches(text: string, query: string): boolean {
  return fold(text).includes(fold(query));
}

const ASCII = /^[\0-\x7f]*$/;

/** Normalises a text for search: `Promoção` and `promocao` are equal. */
export function fold(text: string): string {
  const lower = text.toLowerCase().trim();
  // Every keystroke folds thousands of names, and most have no accents.
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}
