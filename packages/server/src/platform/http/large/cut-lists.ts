import { Rejection } from '../../base/rejection.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The JSON of an object, and apart from it what stands in those of its members that are lists. */
export interface CutJson {
  /** The object; each such list holds its index in `lists`, and nothing else. */
  readonly rest: string;
  /** Where `[`, the commas between the items, and `]` stand. */
  readonly lists: readonly (readonly number[])[];
}

/** Some tenths of a millisecond. */
const BYTES_A_STEP = 64 * 1024;

/**
 * Cuts the long lists out of a long text, so that nobody has to hold all that is in them at once. Looks for no more
 * mistakes than that takes: what is no JSON at all is no JSON in one of the pieces.
 */
export function cutLists(bytes: Uint8Array, maxNodes: number): CutJson {
  const steps = cutListsInSteps(bytes, maxNodes);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with pauses, for whoever has other work, too. */
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
        if (byte === OBJECT_END) break; // Of a list: what is left is no JSON.
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

/** The JSON of one item after the other. */
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
