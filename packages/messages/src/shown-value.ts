const SHOWN_CHARS = 60;

/** A toggle's value on one line: its first line, shortened. A value may be a whole document. */
export function shownValue(value: string): string {
  const end = value.search(/[\r\n]/);
  const line = end < 0 ? value : value.slice(0, end).trimEnd();
  // A character may take two UTF-16 units; cutting it in half would show a box.
  const characters = [...line.slice(0, 2 * (SHOWN_CHARS + 1))];
  if (characters.length > SHOWN_CHARS) return `${characters.slice(0, SHOWN_CHARS).join('')}…`;
  return end < 0 ? line : `${line}…`;
}

/** Whether `shownValue` leaves nothing out. */
export function isShownWhole(value: string): boolean {
  return shownValue(value) === value;
}
