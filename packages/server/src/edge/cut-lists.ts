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

/**
 * Cuts the lists out of a long JSON text, so that their items need not be parsed at once, in steps, so that other work can
 * run in between. It does not validate the text: invalid JSON is still invalid in one of the parts.
 */
export function* cutListsInSteps(bytes: Uint8Array, bytesAStep: number): Generator<void, CutJson> {
  const lists: number[][] = [];
  let list: number[] | undefined;
  let rest = '';
  let restFrom = 0;
  let isObject = false;
  let inString = false;
  let depth = 0;
  let pausedAt = 0;

  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) inString = !inString;
    else if (inString) {
      if (byte === BACKSLASH) index += 1;
    } else if (byte === COMMA) {
      if (depth === 2) list?.push(index);
    } else if (byte === OBJECT || byte === LIST) {
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
    if (index - pausedAt >= bytesAStep) {
      pausedAt = index;
      yield;
    }
  }
  if (list !== undefined) throw new SyntaxError('JSON with a list that does not end');
  return { rest: rest + textOf(bytes, restFrom, bytes.length), lists };
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}
