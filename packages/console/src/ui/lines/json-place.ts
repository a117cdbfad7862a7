/** A place in a text, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const BLANK = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them.
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Returns the place where a text stops being JSON; undefined for JSON. Browsers say it in words of their own, in English,
 * and not all of them say where.
 */
export function jsonErrorPlace(text: string): Place | undefined {
  let at = 0;

  function take(part: RegExp | string): boolean {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return false;
      at += part.length;
      return true;
    }
    part.lastIndex = at;
    if (!part.test(text)) return false;
    at = part.lastIndex;
    return true;
  }

  /** Members or items between brackets. */
  function takeList(end: string, takeOne: () => boolean): boolean {
    take(BLANK);
    if (take(end)) return true;
    do {
      take(BLANK);
      if (!takeOne()) return false;
      take(BLANK);
    } while (take(','));
    return take(end);
  }

  function takeMember(): boolean {
    if (!take(TEXT)) return false;
    take(BLANK);
    return take(':') && takeValue();
  }

  function takeValue(): boolean {
    take(BLANK);
    if (take('{')) return takeList('}', takeMember);
    if (take('[')) return takeList(']', takeValue);
    return take(TEXT) || take(PLAIN);
  }

  if (takeValue()) {
    take(BLANK);
    if (at === text.length) return undefined;
  }
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
