/** Letters that are written from right to left, and characters that change the direction of what follows. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** A text as a part of a plain text whose order it must not change: isolated, if it could. */
export function isolated(text: string): string {
  return TURNS.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/** The values of a message, with each text isolated; others, such as numbers and elements, as they are. */
export function withIsolatedTexts<Values extends object>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  ) as Values; // Each value keeps its type.
}

/** The text for a file of data, which needs no order on a screen. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}
