import type { Endpoint } from '@comporta/contract/endpoint';
import * as z from 'zod/mini';
import { Rejection } from '../../base/rejection.ts';
import type { FileKind } from '../call.ts';
import { compiledShape } from '../compiled-shape.ts';
import { hasMoreNodes, MAX_NODES, parseLooseJson, requireStorable } from '../json-text.ts';
import { parseShape, wrongShape } from '../parse-shape.ts';

/** Twice the nodes of an application with 10,000 toggles in three environments. */
const MAX_NODES_ALTOGETHER = 2_000_000;
/** Items are on the third level: the body is the first, and a list in it the second. */
const DEPTH_OF_ITEMS = 3;

/** Reads a body, which is a file where its endpoint says so. */
export function readLargeBody(endpoint: Endpoint, bytes: Buffer, file: FileKind | undefined) {
  return file === undefined ? readLists(endpoint, bytes) : { ...file, bytes };
}

/**
 * Parses a large body by its endpoint's schema: first everything but the items of its lists, then one item after the
 * other, so that the first wrong one is told. Rejects an item that is too large to be saved by itself.
 */
function readLists({ body: schema }: Endpoint, bytes: Buffer): unknown {
  const whole = parseLooseJson(bytes.toString(), MAX_NODES_ALTOGETHER);
  const lists = new Map<string, unknown[]>();
  const rest = withoutItems(whole, lists);
  requireStorable(rest);
  const head = parseShape(schema, rest, 'INVALID_BODY');
  if (!(schema instanceof z.ZodMiniObject)) return head;

  const body = head as Record<string, unknown>; // The schema says so.
  for (const [name, shape] of Object.entries(schema.def.shape)) {
    const list = lists.get(name);
    if (list === undefined) continue;
    const element = compiledShape(elementOf(shape));
    // Each replaces what it was made of, which is then garbage.
    for (const [index, item] of list.entries())
      list[index] = readItem(item, element, [name, index]);
    body[name] = list;
  }
  return body;
}

/** Returns the body with empty lists, and puts those with their items into `lists`, by the member's name. */
function withoutItems(whole: unknown, lists: Map<string, unknown[]>): unknown {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  const members = Object.entries(whole).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    lists.set(name, value);
    return [name, []];
  });
  return Object.fromEntries(members);
}

function readItem(item: unknown, shape: z.ZodMiniType, at: readonly [string, number]): unknown {
  if (hasMoreNodes(item, MAX_NODES)) {
    throw new Rejection('LIMIT_EXCEEDED', { field: `${at[0]}.nodes`, limit: MAX_NODES });
  }
  requireStorable(item, DEPTH_OF_ITEMS);
  const read = shape.safeParse(item);
  if (read.success) return read.data;
  throw wrongShape('INVALID_BODY', [...at, ...(read.error.issues[0]?.path ?? [])]);
}

function elementOf(shape: z.core.$ZodType): z.ZodMiniType {
  if (shape instanceof z.ZodMiniReadonly || shape instanceof z.ZodMiniOptional) {
    return elementOf(shape.def.innerType);
  }
  if (shape instanceof z.ZodMiniArray) return shape.def.element as z.ZodMiniType; // All schemas of the contract are of zod/mini.
  throw new Error('the member of a large body is not a list');
}
