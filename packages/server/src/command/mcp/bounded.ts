/** What one answer of a tool may hold: an assistant reads all of it. Source: LIF-67. */
const ROWS_MAX = 100;
const BYTES_MAX = 32 * 1024;
/** For what stands around the rows. */
const BYTES_BESIDE = 512;

export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** How many were left out. */
  readonly more: number;
}

/** The first rows, as many as an answer may hold, and how many there are besides. */
export function bounded<Row>(all: readonly Row[]): Rows<Row> {
  let bytes = BYTES_BESIDE;
  const first = all.slice(0, ROWS_MAX);
  const end = first.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    return bytes > BYTES_MAX;
  });
  const rows = end < 0 ? first : first.slice(0, end);
  return { rows, more: all.length - rows.length };
}

/** One thing. If it is too long for an answer, its lists lose their end, with a word about it. */
export function boundedThing(thing: object): object {
  if (Buffer.byteLength(JSON.stringify(thing)) <= BYTES_MAX) return thing;
  const entries = Object.entries(thing).map(([name, value]) =>
    Array.isArray(value) ? [name, halved(value)] : [name, value],
  );
  const smaller: object = { ...Object.fromEntries(entries), isCut: true };
  const isSmaller = JSON.stringify(smaller).length < JSON.stringify(thing).length;
  return isSmaller ? boundedThing(smaller) : { isCut: true };
}

function halved(items: readonly unknown[]): readonly unknown[] {
  return items.slice(0, Math.floor(items.length / 2));
}
