/** A capital I with a dot; its lower case is two code points. */
const DOTTED_CAPITAL_I = '\u0130';

/**
 * A text in which upper and lower case are the same: each code point becomes its lower case, whatever the language and
 * whatever stands beside it; U+0130 stays. So whoever invents look-alikes gains nothing but the signs of kelvin,
 * angstrom and ohm. Source: RUL-27.
 */
export function foldCase(text: string): string {
  // Only a capital sigma has a lower case that depends on its neighbours.
  const independent = text.replaceAll('\u03a3', '\u03c3');
  if (!independent.includes(DOTTED_CAPITAL_I)) return independent.toLowerCase();
  const parts = independent.split(DOTTED_CAPITAL_I);
  return parts.map((part) => part.toLowerCase()).join(DOTTED_CAPITAL_I);
}
