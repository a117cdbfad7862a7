import type { Endpoint } from '@comporta/contract/endpoint';
import { Rejection } from '../../base/rejection.ts';
import { MAX_NODES, parseJson } from '../json-text.ts';
import { parseShape } from '../parse-shape.ts';

/** Twice what an application of 10,000 toggles in three environments has. */
const MAX_NODES_ALTOGETHER = 2_000_000;

/** A large body by its endpoint's schema. Refuses a thing in a list that could not be saved alone. */
export function readLargeBody({ body: schema }: Endpoint, bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const body = parseShape(schema, parseJson(text, MAX_NODES_ALTOGETHER), 'INVALID_BODY');
  for (const [list, items] of Object.entries(body as object)) {
    if (!Array.isArray(items)) continue;
    if (items.some((item) => countNodes(item) > MAX_NODES)) {
      throw new Rejection('LIMIT_EXCEEDED', { field: `${list}.nodes`, limit: MAX_NODES });
    }
  }
  return body;
}

function countNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let nodes = 1;
  for (const key in value) nodes += countNodes(Reflect.get(value, key));
  return nodes;
}
