import { Rejection } from '../base/rejection.ts';

const MAX_DEPTH = 32;
/** Of a body that is read on the event loop, and of each thing in the lists of a larger one. */
export const MAX_NODES = 50_000;

/**
 * Reads JSON. Text that cannot be stored or sent on (U+0000, half a surrogate pair), more nodes than
 * said and bodies deeper than 32 levels are refused here, so that nothing behind has to think of them.
 */
export function parseJson(text: string, maxNodes = MAX_NODES): unknown {
  requireFewNodes(text, maxNodes);
  return readJson(text, 1);
}

/** The same with whatever text and depth, for whoever says of each thing in it what is wrong. */
export function parseLooseJson(text: string): unknown {
  requireFewNodes(text, MAX_NODES);
  return jsonOf(text);
}

/** The same of as many nodes as there are, as it stands in a body at this depth. */
export function readJson(text: string, depth: number): unknown {
  const value = jsonOf(text);
  requireStorable(value, depth);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('INVALID_JSON');
  }
}

/** Counted before anything is made of the text: an empty list takes three characters there, and 50 bytes here. */
function requireFewNodes(text: string, limit: number): void {
  if (text.length > limit && countNodes(text) > limit) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'nodes', limit });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STARTS_NODE = new Set([...'[{,'].map((character) => character.charCodeAt(0)));

/** At most this many values stand in the text: one, and one more after each comma, `[` and `{`. */
export function countNodes(text: string): number {
  let nodes = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) inString = !inString;
    else if (inString) {
      if (character === BACKSLASH) index += 1;
    } else if (STARTS_NODE.has(character)) nodes += 1;
  }
  return nodes;
}

function requireStorable(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new Rejection('INVALID_BODY');
  } else if (typeof value === 'object' && value !== null) {
    if (depth > MAX_DEPTH) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'depth', limit: MAX_DEPTH });
    }
    // What JSON.parse makes has no inherited keys; Object.entries would cost an array for each object.
    for (const key in value) {
      if (!isStorable(key)) throw new Rejection('INVALID_BODY');
      requireStorable(Reflect.get(value, key), depth + 1);
    }
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
