import { Rejection } from '../../base/rejection.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The JSON of an object, with the contents of its lists cut out. */
export interface CutJson {
  /** The object. Each list that is a direct member contains only its index in `lists`. */
  readonly rest: string;
  /** For each list, the offsets of `[`, of the commas between the items, and of `]`. */
  readonly lists: readonly (readonly number[])[];
}

/** A step takes a few tenths of a millisecond. */
const BYTES_A_STEP = 64 * 1024;

/**
 * Cuts the lists out of a long JSON text, so that their items need not be in memory at once. It does not validate the
 * text: invalid JSON is still invalid in one of the parts.
 */
export function cutLists(bytes: Uint8Array, maxNodes: number): CutJson {
  const steps = cutListsInSteps(bytes, maxNodes);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps, so that other work can run in between. */
export function* cutListsInSteps(
  bytes: Uint8Array,
  maxNodes: number,
  bytesAStep = BYTES_A_STEP,
): Generator<void, CutJson> {
  const lists: number[][] = [];
  let list: number[] | undefined;
  let rest = '';
  let restFrom = 0;
  let isObject = false;
  let inString = false;
  let depth = 0;
  let nodes = 1;
  let pausedAt = 0;

  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) inString = !inString;
    else if (inString) {
      if (byte === BACKSLASH) index += 1;
    } else if (byte === COMMA) {
      nodes += 1;
      if (depth === 2) list?.push(index);
    } else if (byte === OBJECT || byte === LIST) {
      nodes += 1;
      depth += 1;
      if (depth === 1) isObject = byte === OBJECT;
      if (depth === 2 && byte === LIST && isObject) {
        rest += textOf(bytes, restFrom, index + 1) + lists.length;
        list = [index];
        lists.push(list);
      }
    } else if (byte === OBJECT_END || byte === LIST_END) {
      if (depth === 2 && list !== undefined) {
        if (byte === OBJECT_END) break; // `}` closes a list: the text is not JSON.
        list.push(index);
        list = undefined;
        restFrom = index;
      }
      depth -= 1;
    }
    if (nodes > maxNodes) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'nodes', limit: maxNodes });
    }
    if (index - pausedAt >= bytesAStep) {
      pausedAt = index;
      yield;
    }
  }
  if (list !== undefined) throw new Rejection('INVALID_JSON');
  return { rest: rest + textOf(bytes, restFrom, bytes.length), lists };
}

/** Yields the JSON of each item. */
export function* itemsOf(bytes: Uint8Array, list: readonly number[]): Generator<string> {
  const count = list.length - 1;
  for (let item = 0; item < count; item += 1) {
    const text = textOf(bytes, (list[item] ?? 0) + 1, list[item + 1] ?? 0);
    if (count > 1 || !/^[ \t\r\n]*$/.test(text)) yield text;
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}
