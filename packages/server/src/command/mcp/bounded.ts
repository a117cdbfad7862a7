/** What one answer of a tool may hold: an assistant reads all of it. Source: LIF-67. */
const ROWS_MAX = 100;
const BYTES_MAX = 32 * 1024;
/** So that one long row does not hide those after it. */
const ROW_BYTES_MAX = BYTES_MAX / 8;
/** For what stands around the rows. */
const BYTES_BESIDE = 512;
/** A shorter text is left whole. */
const TEXT_MIN_CHARS = 40;

export interface Rows {
  /** One that is very long is cut, with `isCut`. */
  readonly rows: readonly object[];
  /** How many were left out. */
  readonly more: number;
}

/** The first rows, as many as an answer may hold, and how many there are besides. */
export function bounded(all: readonly object[]): Rows {
  let bytes = BYTES_BESIDE;
  const first = all.slice(0, ROWS_MAX).map((row) => boundedThing(row, ROW_BYTES_MAX));
  const end = first.findIndex((row) => {
    bytes += bytesOf(row) + 1;
    return bytes > BYTES_MAX;
  });
  const rows = end < 0 ? first : first.slice(0, end);
  return { rows, more: all.length - rows.length };
}

/** One thing. Of what is too long for an answer, the longest lists and texts lose their ends, and `isCut` says so. */
export function boundedThing(thing: object, bytesMax = BYTES_MAX): object {
  let cut: object = thing;
  while (bytesOf(cut) > bytesMax) {
    const shorter = { ...shortened({ ...cut }), isCut: true };
    // Where nothing in it can be shortened.
    if (bytesOf(shorter) >= bytesOf(cut)) return { isCut: true };
    cut = shorter;
  }
  return cut;
}

type Json = Readonly<Record<string, unknown>>;

/** With about half of what takes most of the place. */
function shortened(thing: Json): Json {
  const entries = Object.entries(thing).map(([name, value]) => ({
    name,
    value,
    bytes: bytesOf(value),
  }));
  const mean = entries.reduce((sum, { bytes }) => sum + bytes, 0) / entries.length;
  return Object.fromEntries(
    entries.map(({ name, value, bytes }) => [name, bytes >= mean ? half(value) : value]),
  );
}

function half(value: unknown): unknown {
  if (typeof value === 'string') return halfText(value);
  if (Array.isArray(value)) return halfList(value);
  return typeof value === 'object' && value !== null ? shortened({ ...value }) : value;
}

/** One item that is longer than all others together is shortened; else the list loses its end. */
function halfList(items: readonly unknown[]): readonly unknown[] {
  const sizes = items.map(bytesOf);
  const longest = Math.max(...sizes);
  const isMost = longest * 2 > sizes.reduce((sum, size) => sum + size, 0);
  if (!isMost) return items.slice(0, Math.floor(items.length / 2));
  return items.map((item, place) => (sizes[place] === longest ? half(item) : item));
}

function halfText(text: string): string {
  if (text.length < TEXT_MIN_CHARS) return text;
  // Not in the middle of a pair.
  const start = text.slice(0, Math.floor(text.length / 2)).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}…`;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
