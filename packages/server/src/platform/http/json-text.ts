import { Rejection } from '../base/rejection.ts';

const MAX_DEPTH = 32;
/** The limit for a body that is parsed on the event loop, and for each list item of a larger one. */
export const MAX_NODES = 50_000;

/**
 * Parses JSON. Rejects text that PostgreSQL cannot store (U+0000, an unpaired surrogate), more than `maxNodes` nodes
 * and more than 32 levels, so that later code need not check for them.
 */
export function parseJson(text: string, maxNodes = MAX_NODES): unknown {
  requireFewNodes(text, maxNodes);
  return readJson(text, 1);
}

/** The same without limits on text and depth, for callers that check each item themselves. */
export function parseLooseJson(text: string): unknown {
  requireFewNodes(text, MAX_NODES);
  return jsonOf(text);
}

/** The same without a limit of nodes, for a part of a body that begins at this depth. */
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

/** Counts nodes before parsing: an empty list is three characters of text but 50 bytes of heap. */
function requireFewNodes(text: string, limit: number): void {
  if (text.length > limit && countNodes(text) > limit) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'nodes', limit });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STARTS_NODE = new Set([...'[{,'].map((character) => character.charCodeAt(0)));

/** An upper bound of the number of values in the text: one, and one more for each comma, `[` and `{`. */
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
    // Parsed objects have no inherited keys; Object.entries would allocate an array for each object.
    for (const key in value) {
      if (!isStorable(key)) throw new Rejection('INVALID_BODY');
      requireStorable(Reflect.get(value, key), depth + 1);
    }
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
