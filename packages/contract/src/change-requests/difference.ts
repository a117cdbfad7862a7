import * as z from 'zod/mini';
import { isSameJson } from '../canonical-json.ts';
import { documented } from '../shapes.ts';
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

const KINDS = ['CREATED', 'DELETED', 'CHANGED', 'ADDED', 'REMOVED', 'MOVED'] as const;

/** One difference between two states of a thing. */
export const differenceSchema = documented(
  z.object({
    kind: z.enum(KINDS),
    part: documented(z.optional(z.string()), {
      description: 'A field, or `rule:<id>`; absent when the whole thing is new or gone.',
    }),
    from: documented(z.optional(z.int()), { description: 'Former place of a rule, from 1.' }),
    to: documented(z.optional(z.int()), { description: 'Place of a rule, from 1.' }),
  }),
  { id: 'Difference' },
);
export type Difference = z.infer<typeof differenceSchema>;

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
