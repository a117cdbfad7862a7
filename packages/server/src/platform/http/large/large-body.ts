import type { Endpoint } from '@comporta/contract/endpoint';
import * as z from 'zod/mini';
import { EqualParts } from '../../base/equal-parts.ts';
import { Rejection } from '../../base/rejection.ts';
import { compiledShape } from '../compiled-shape.ts';
import { countNodes, MAX_NODES, parseJson, readJson } from '../json-text.ts';
import { parseShape, wrongShape } from '../parse-shape.ts';
import { cutLists, itemsOf } from './cut-lists.ts';

/** Twice the nodes of an application with 10,000 toggles in three environments. */
const MAX_NODES_ALTOGETHER = 2_000_000;
/** Items are on the third level: the body is the first, and a list in it the second. */
const DEPTH_OF_ITEMS = 3;

/**
 * Parses a large body by its endpoint's schema. The items of its lists are parsed one after the other, so that only
 * the memory of their results is needed. Rejects an item that is too large to be saved by itself.
 */
export function readLargeBody({ body: schema }: Endpoint, bytes: Uint8Array): unknown {
  const { rest, lists } = cutLists(bytes, MAX_NODES_ALTOGETHER);
  const whole = parseJson(rest, MAX_NODES_ALTOGETHER);
  const cut = new Map<string, readonly number[]>();
  const head = parseShape(schema, withoutItems(whole, lists, cut), 'INVALID_BODY');
  if (!(schema instanceof z.ZodMiniObject)) return head;

  const body = head as Record<string, unknown>; // The schema says so.
  for (const [name, shape] of Object.entries(schema.def.shape)) {
    const list = cut.get(name);
    if (list !== undefined) body[name] = readItems(name, elementOf(shape), itemsOf(bytes, list));
  }
  return body;
}

/** Returns the body with empty lists, and puts the offsets of their items into `cut`, by the member's name. */
function withoutItems(
  whole: unknown,
  lists: readonly (readonly number[])[],
  cut: Map<string, readonly number[]>,
): unknown {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  const members = Object.entries(whole).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    cut.set(name, lists[value[0]] ?? []);
    return [name, []];
  });
  return Object.fromEntries(members);
}

function readItems(name: string, shape: z.ZodMiniType, items: Iterable<string>): unknown[] {
  const read: unknown[] = [];
  const element = compiledShape(shape);
  const equal = new EqualParts();
  for (const text of items) {
    if (countNodes(text) > MAX_NODES) {
      throw new Rejection('LIMIT_EXCEEDED', { field: `${name}.nodes`, limit: MAX_NODES });
    }
    const item = element.safeParse(readJson(text, DEPTH_OF_ITEMS));
    if (!item.success) {
      const path = item.error.issues[0]?.path ?? [];
      throw wrongShape('INVALID_BODY', [name, read.length, ...path]);
    }
    read.push(withEqualParts(item.data, equal));
  }
  return read;
}

function withEqualParts(item: unknown, equal: EqualParts): unknown {
  return typeof item === 'object' && item !== null ? equal.members(item) : item;
}

function elementOf(shape: z.core.$ZodType): z.ZodMiniType {
  if (shape instanceof z.ZodMiniReadonly || shape instanceof z.ZodMiniOptional) {
    return elementOf(shape.def.innerType);
  }
  if (shape instanceof z.ZodMiniArray) return shape.def.element as z.ZodMiniType; // All schemas of the contract are of zod/mini.
  throw new Error('the member of a large body is not a list');
}
