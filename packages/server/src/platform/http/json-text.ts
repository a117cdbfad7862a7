import { isStorable } from '@comporta/contract/visible-text';
import { Rejection } from '../base/rejection.ts';

const MAX_DEPTH = 32;
/** The limit for a body that is parsed on the event loop, and for each list item of a larger one. */
export const MAX_NODES = 50_000;

/**
 * Parses JSON. Rejects text that PostgreSQL cannot store (U+0000, an unpaired surrogate), more than 50,000 nodes
 * and more than 32 levels, so that later code need not check for them.
 */
export function parseJson(text: string): unknown {
  const value = parseLooseJson(text);
  requireStorable(value);
  return value;
}

/** The same without limits on text and depth, for callers that check each item themselves. */
export function parseLooseJson(text: string, maxNodes = MAX_NODES): unknown {
  requireFewNodes(text, maxNodes);
  return jsonOf(text);
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
function countNodes(text: string): number {
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

/** The same of a value that was parsed. */
export function hasMoreNodes(value: unknown, limit: number): boolean {
  const found = [value];
  let nodes = 1;
  for (const one of found) {
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Array.isArray(one) ? one : Object.values(one);
    nodes += Math.max(members.length, 1);
    if (nodes > limit) return true;
    for (const member of members) found.push(member);
  }
  return false;
}

/** @param depth that of the value: 1 for a whole body */
export function requireStorable(value: unknown, depth = 1): void {
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
