import { canonicalJson } from '@comporta/contract/canonical-json';
import { itemChanges } from './list-changes.ts';

/** One difference between two states of an entity. */
export interface FieldChange {
  readonly field: string;
  /** The index of the changed list item, from 0: its current one, or its previous one when it was removed. */
  readonly index?: number;
  /** The item only moved, and `before` and `after` are its positions, counted from 1. */
  readonly isMove?: true;
  /** Undefined when there was no value before; `after` is undefined when there is none now. */
  readonly before?: unknown;
  readonly after?: unknown;
}

type State = object | null | undefined;

/** Compares two states field by field. Lists are compared item by item, so that an added rule is one change. */
export function changesBetween(before: State, after: State): FieldChange[] {
  const was = new Map(Object.entries(before ?? {}));
  const is = new Map(Object.entries(after ?? {}));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) =>
    fieldChanges(field, was.get(field) ?? undefined, is.get(field) ?? undefined),
  );
}

/** The path of a change, such as `description`, `rules[0]` or, for a moved item, `rules[0].order`. */
export function pathOf({ field, index, isMove }: FieldChange): string {
  if (index === undefined) return field;
  return isMove ? `${field}[${index}].order` : `${field}[${index}]`;
}

function fieldChanges(field: string, before: unknown, after: unknown): FieldChange[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(field, before, after);
  return [{ field, before, after }];
}

function listChanges(
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
): FieldChange[] {
  const texts = before.map(canonicalJson);
  const newTexts = after.map(canonicalJson);
  return itemChanges(texts, newTexts).map(({ was, is }): FieldChange => {
    if (is === undefined) return { field, index: was, before: before[was] };
    if (was === undefined) return { field, index: is, after: after[is] };
    return texts[was] === newTexts[is]
      ? { field, index: is, isMove: true, before: was + 1, after: is + 1 }
      : { field, index: is, before: before[was], after: after[is] };
  });
}
