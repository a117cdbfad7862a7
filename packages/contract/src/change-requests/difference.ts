import { isSameJson } from '../canonical-json.ts';
import type { EditType } from './edit-type.ts';
import { listDifference } from './list-difference.ts';
import {
  type Body,
  changedParts,
  orderIn,
  type Parts,
  partsOf,
  ruleIdOf,
  rulePart,
} from './parts-of.ts';

/** One difference between two states of a thing. Places of rules count from 1. */
export interface Difference {
  readonly kind: 'CREATED' | 'DELETED' | 'CHANGED' | 'ADDED' | 'REMOVED' | 'MOVED';
  /** A part of SAF-05; absent when the whole thing is new or gone. */
  readonly part?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What leads from one state of a thing to another: its fields, then its rules in their order. Source: SAF-07. */
export function difference(
  type: EditType,
  before: Body | null,
  after: Body | null,
): readonly Difference[] {
  if (before === null || after === null) {
    if (before === after) return [];
    return [{ kind: before === null ? 'CREATED' : 'DELETED' }];
  }
  const was = partsOf(type, before);
  const is = partsOf(type, after);
  const fields = changedParts(was, is)
    .filter((part) => ruleIdOf(part) === undefined)
    .map((part) => ({ kind: 'CHANGED', part }) as const);
  return type === 'experiment' ? [...fields, ...ruleDifferences(was, is)] : fields;
}

function ruleDifferences(was: Parts, is: Parts): Difference[] {
  const comparing = {
    idOf: (id: string) => id,
    isSame: (id: string) => isSameJson(was.get(rulePart(id)), is.get(rulePart(id))),
  };
  return listDifference(orderIn(was), orderIn(is), comparing).map((one): Difference => {
    switch (one.kind) {
      case 'REMOVED':
        return { kind: one.kind, part: rulePart(one.before), from: one.from };
      case 'ADDED':
        return { kind: one.kind, part: rulePart(one.after), to: one.to };
      default:
        return { kind: one.kind, part: rulePart(one.after), from: one.from, to: one.to };
    }
  });
}
