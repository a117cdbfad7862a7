const CAPITAL_SIGMA = '\u03a3';
const SMALL_SIGMA = '\u03c3';
/** A capital I with a dot; its lower case is two code points. */
const DOTTED_CAPITAL_I = '\u0130';
const NOT_PLAIN = new RegExp(`[${CAPITAL_SIGMA}${DOTTED_CAPITAL_I}]`);

/**
 * A text in which upper and lower case are the same: each code point becomes its lower case, whatever the language and
 * whatever stands beside it; U+0130 stays. So whoever invents look-alikes gains nothing but the signs of kelvin,
 * angstrom and ohm. Source: RUL-27.
 */
export function foldCase(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.toLowerCase();
  // Only a capital sigma has a lower case that depends on its neighbours.
  const parts = text.replaceAll(CAPITAL_SIGMA, SMALL_SIGMA).split(DOTTED_CAPITAL_I);
  return parts.map((part) => part.toLowerCase()).join(DOTTED_CAPITAL_I);
}
