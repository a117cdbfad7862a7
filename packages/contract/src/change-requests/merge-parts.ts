import { isSameJson } from '../canonical-json.ts';
import type { EditType } from './edit-type.ts';
import { chosenOrder, mergeOrders } from './merge-orders.ts';
import {
  type Body,
  bodyOf,
  changedParts,
  ORDER,
  orderIn,
  type Parts,
  partsOf,
  rulePart,
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
    const isMine = !isSameJson(was, me);
    if (isMine && !isSameJson(was, they) && !isSameJson(me, they)) overlaps.push(name);
    const taken = isMine ? me : they;
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

export type Choice = 'MINE' | 'THEIRS';

/**
 * The same where a person has chosen, for each part that overlaps, which change stays. A rule that one side deleted stays
 * deleted only if that side was chosen. Undefined when a choice is missing, or when they deleted the thing.
 */
export function mergeChosen(
  type: EditType,
  sides: Sides,
  choiceOf: (part: string) => Choice | undefined,
): Body | null | undefined {
  const result = mergeParts(type, sides);
  if ('merged' in result) return result.merged;
  if ('gone' in result) return undefined;
  const choices = new Map(result.overlaps.map((part) => [part, choiceOf(part)]));
  if ([...choices.values()].includes(undefined)) return undefined;
  const { base, mine, theirs } = sides;
  // What is to be deleted goes whole or not at all.
  if (mine === null) return [...choices.values()].includes('THEIRS') ? theirs : null;
  const [was, me, they] = [base, mine, theirs].map((one) => partsIn(type, one)) as [
    Parts,
    Parts,
    Parts,
  ];
  const parts = new Map<string, unknown>();
  for (const name of new Set([...was.keys(), ...me.keys(), ...they.keys()])) {
    if (type === 'experiment' && name === ORDER) continue;
    const isMine =
      choices.get(name) ?? (isSameJson(was.get(name), me.get(name)) ? 'THEIRS' : 'MINE');
    const taken = (isMine === 'MINE' ? me : they).get(name);
    if (taken !== undefined) parts.set(name, taken);
  }
  if (type === 'experiment')
    parts.set(ORDER, orderOfChosen([was, me, they], parts, choices.get(ORDER)));
  return bodyOf(type, parts);
}

function orderOfChosen(
  [was, me, they]: readonly [Parts, Parts, Parts],
  parts: Parts,
  choice: Choice = 'THEIRS',
): readonly string[] {
  const [base, mine, theirs] = [was, me, they].map(orderIn) as [string[], string[], string[]];
  const isKept = (id: string) => parts.has(rulePart(id));
  // A rule that stays although one side deleted it is no deletion.
  const known = base.filter((id) => !isKept(id) || (mine.includes(id) && theirs.includes(id)));
  const merged = mergeOrders({ base: known, mine, theirs });
  const order =
    merged ??
    (choice === 'MINE' ? chosenOrder(known, mine, theirs) : chosenOrder(known, theirs, mine));
  return order.filter(isKept);
}
