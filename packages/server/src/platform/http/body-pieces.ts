import type { ErrorCode } from '@comporta/contract/errors';
import { Rejection, type RejectionMeta } from '../base/rejection.ts';
import { MAX_NODES } from './json-text.ts';

/**
 * How a large body comes from the thread that read it: the object without what stands in its lists, then
 * these, some at a time, because taking a message over holds the event loop for as long as it is large.
 */
export type BodyPiece =
  | { readonly kind: 'object'; readonly value: object }
  | { readonly kind: 'items'; readonly list: string; readonly items: readonly unknown[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'refusal';
      readonly code: ErrorCode;
      readonly meta: RejectionMeta | undefined;
    };

const PIECE_NODES = 5_000;

/** Refuses a thing in a list that is larger than it could be if it were saved alone. */
export function* piecesOf(body: object): Generator<BodyPiece> {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const empty = Object.fromEntries(lists.map(([name]) => [name, []]));
  yield { kind: 'object', value: { ...body, ...empty } };
  for (const [list, all] of lists) {
    let items: unknown[] = [];
    let nodes = 0;
    for (const item of all) {
      const more = countNodes(item);
      if (more > MAX_NODES) {
        throw new Rejection('LIMIT_EXCEEDED', { field: `${list}.nodes`, limit: MAX_NODES });
      }
      if (nodes + more > PIECE_NODES && items.length > 0) {
        yield { kind: 'items', list, items };
        items = [];
        nodes = 0;
      }
      items.push(item);
      nodes += more;
    }
    yield { kind: 'items', list, items };
  }
  yield { kind: 'end' };
}

function countNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let nodes = 1;
  for (const key in value) nodes += countNodes(Reflect.get(value, key));
  return nodes;
}
