import { cutListsInSteps, textOf } from './cut-lists.ts';

/** JSON.parse takes a few tenths of a millisecond for this many bytes. */
const PIECE_BYTES = 64 * 1024;

/**
 * Like JSON.parse, but in steps: the lists of an object are parsed a few items at a time. It takes about twice as long in
 * total. JSON.parse blocked the event loop for more than 50 ms with a snapshot of 10,000 toggles.
 */
export function* parseInSteps(json: string, pieceBytes = PIECE_BYTES): Generator<void, unknown> {
  if (json.length <= pieceBytes) return JSON.parse(json);
  const bytes = Buffer.from(json);
  const { rest, lists } = yield* cutListsInSteps(bytes, pieceBytes);
  const whole: unknown = JSON.parse(rest);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  for (const [name, member] of Object.entries(whole)) {
    if (!Array.isArray(member)) continue;
    // The list contains its index in `lists`.
    Reflect.set(whole, name, yield* readItems(bytes, lists[member[0]] ?? [], pieceBytes));
  }
  return whole;
}

/** @param list the offsets of `[`, the commas and `]` */
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
    // A missing item between two commas is invalid.
    if (items.length === 0 && list.length > 2) throw new SyntaxError('JSON with an item missing');
    for (const item of items) read.push(item);
    from = at;
    yield;
  }
  return read;
}
