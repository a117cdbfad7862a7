/** Whether a text contains what was searched for, whatever the case and the accents. */
export function matches(text: string, query: string): boolean {
  return fold(text).includes(fold(query));
}

const ASCII = /^[\0-\x7f]*$/;

/** `Promoção` and `promocao` are the same for whoever searches. */
export function fold(text: string): string {
  const lower = text.toLowerCase().trim();
  // Thousands of names are folded with every key pressed, and most have no accents.
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}
