/** A comma before one or two figures, or before more than three: three may as well be thousands. */
const DECIMAL_COMMA = /^(-?\d*),(\d{1,2}|\d{4,})$/;

/** The number that somebody typed, as `5.5` or as `5,5`; NaN where it is none, or where nothing was typed. */
export function typedNumber(text: string): number {
  const typed = text.trim();
  return typed === '' ? Number.NaN : Number(typed.replace(DECIMAL_COMMA, '$1.$2'));
}
