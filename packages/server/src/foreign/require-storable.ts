import { isStorable } from '@comporta/contract/visible-text';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** Throws UnsupportedFeature for a text that no service takes; `what` says which text it is. */
export function requireStorable(text: string, what: string): void {
  if (isStorable(text)) return;
  throw new UnsupportedFeature(
    `${what} has a character that cannot be stored: NUL, or half of a surrogate pair`,
  );
}
