import { isSameJson } from '../canonical-json.ts';
import type { EditType } from './edit-type.ts';
import { mergeOrders } from './merge-orders.ts';
import {
  type Body,
  bodyOf,
  changedParts,
  ORDER,
  orderIn,
  type Parts,
  partsOf,
} from './parts-of.ts';

/** The same thing in three states; null where it does not exist. */
export interface Sides {
  /** What both started from. */
  readonly base: Body | null;
  readonly mine: Body | null;
  readonly theirs: Body | null;
}

export type Merged =
  /** Null: it is deleted, or stays so. */
  | { readonly merged: Body | null }
  /** The parts that both changed in different ways, sorted. */
  | { readonly overlaps: readonly string[] }
  /** They deleted what this side changed. */
  | { readonly gone: true };

/**
 * Puts the changes of two people together, part by part. A part that one side changed takes that side; one that both
 * changed alike, that; any other overlaps, also one that one side deleted and the other changed. Ordinary checks have to
 * run on the result. Source: SAF-06.
 */
export function mergeParts(type: EditType, { base, mine, theirs }: Sides): Merged {
  if (isSameJson(mine, theirs) || isSameJson(theirs, base)) return { merged: mine };
  if (isSameJson(mine, base)) return { merged: theirs };
  const was = partsIn(type, base);
  if (theirs === null) return { gone: true };
  const is = partsIn(type, theirs);
  if (mine === null) return { overlaps: [...changedParts(was, is), ...movedPart(was, is)].sort() };
  return mergeBoth(type, { base: was, mine: partsIn(type, mine), theirs: is });
}

function partsIn(type: EditType, body: Body | null): Parts {
  return body === null ? new Map() : partsOf(type, body);
}

function movedPart(before: Parts, after: Parts): string[] {
  return isSameJson(before.get(ORDER), after.get(ORDER)) ? [] : [ORDER];
}

interface SidesInParts {
  readonly base: Parts;
  readonly mine: Parts;
  readonly theirs: Parts;
}

function mergeBoth(type: EditType, { base, mine, theirs }: SidesInParts): Merged {
  const merged = new Map<string, unknown>();
  const overlaps: string[] = [];
  for (const name of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
    if (type === 'experiment' && name === ORDER) continue;
    const [was, me, they] = [base.get(name), mine.get(name), theirs.get(name)];
    if (!isSameJson(was, me) && !isSameJson(was, they) && !isSameJson(me, they)) {
      overlaps.push(name);
    }
    const taken = isSameJson(was, me) ? they : me;
    if (taken !== undefined) merged.set(name, taken);
  }
  if (type === 'experiment') {
    const order = mergeOrders({
      base: orderIn(base),
      mine: orderIn(mine),
      theirs: orderIn(theirs),
    });
    if (order === undefined) overlaps.push(ORDER);
    else merged.set(ORDER, order);
  }
  return overlaps.length > 0 ? { overlaps: overlaps.sort() } : { merged: bodyOf(type, merged) };
}
