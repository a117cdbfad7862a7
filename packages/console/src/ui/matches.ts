/** Whether a text contains what was searched for, whatever the case and the accents. */
export function matches(text: string, query: string): boolean {
  return fold(text).includes(fold(query));
}

/** `Promoção` and `promocao` are the same for whoever searches. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
