import { cutListsInSteps, textOf } from './cut-lists.ts';

/** JSON.parse takes some tenths of a millisecond for so many. */
const PIECE_BYTES = 64 * 1024;

/**
 * What JSON.parse makes of a text, with pauses, or an error where it throws: of an object, the items of its lists are read some
 * at a time. It takes about twice as long altogether; a snapshot of 10,000 toggles held the event loop for more than 50 ms.
 */
export function* parseInSteps(json: string, pieceBytes = PIECE_BYTES): Generator<void, unknown> {
  if (json.length <= pieceBytes) return JSON.parse(json);
  const bytes = Buffer.from(json);
  const { rest, lists } = yield* cutListsInSteps(bytes, Number.POSITIVE_INFINITY, pieceBytes);
  const whole: unknown = JSON.parse(rest);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  for (const [name, member] of Object.entries(whole)) {
    if (!Array.isArray(member)) continue;
    // Such a list holds its place among those that were cut out.
    Reflect.set(whole, name, yield* readItems(bytes, lists[member[0]] ?? [], pieceBytes));
  }
  return whole;
}

/** @param list where `[`, the commas and `]` stand */
function* readItems(
  bytes: Uint8Array,
  list: readonly number[],
  pieceBytes: number,
): Generator<void, unknown[]> {
  const read: unknown[] = [];
  const [start = 0] = list;
  const end = list.at(-1) ?? start;
  let from = start;
  for (const at of list) {
    if (at === start || (at !== end && at - from < pieceBytes)) continue;
    const items: unknown[] = JSON.parse(`[${textOf(bytes, from + 1, at)}]`);
    // Nothing between two commas is no item.
    if (items.length === 0 && list.length > 2) throw new SyntaxError('JSON with an item missing');
    for (const item of items) read.push(item);
    from = at;
    yield;
  }
  return read;
}
