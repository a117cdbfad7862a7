import { itemChanges } from './list-changes.ts';

/** One difference between two states of an entity. */
export interface FieldChange {
  readonly field: string;
  /** Of the list item that changed: where it is now, or was when it is gone. */
  readonly index?: number;
  /** The item only moved, and `before` and `after` are its positions, counted from 1. */
  readonly isMove?: true;
  /** Undefined when there was nothing before, or is nothing after. */
  readonly before?: unknown;
  readonly after?: unknown;
}

type State = object | null | undefined;

/** What differs, field by field; of lists item by item, so that one rule more is one change. */
export function changesBetween(before: State, after: State): FieldChange[] {
  const was = new Map(Object.entries(before ?? {}));
  const is = new Map(Object.entries(after ?? {}));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) =>
    fieldChanges(field, was.get(field) ?? undefined, is.get(field) ?? undefined),
  );
}

/** Such as `description`, `rules[0]` or, of an item that moved, `rules[0].order`. */
export function pathOf({ field, index, isMove }: FieldChange): string {
  if (index === undefined) return field;
  return isMove ? `${field}[${index}].order` : `${field}[${index}]`;
}

function fieldChanges(field: string, before: unknown, after: unknown): FieldChange[] {
  if (canonical(before) === canonical(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(field, before, after);
  return [{ field, before, after }];
}

function listChanges(
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
): FieldChange[] {
  const texts = before.map(canonical);
  const newTexts = after.map(canonical);
  return itemChanges(texts, newTexts).map(({ was, is }): FieldChange => {
    if (is === undefined) return { field, index: was, before: before[was] };
    if (was === undefined) return { field, index: is, after: after[is] };
    return texts[was] === newTexts[is]
      ? { field, index: is, isMove: true, before: was + 1, after: is + 1 }
      : { field, index: is, before: before[was], after: after[is] };
  });
}

/** Text that is equal for equal values: the database reorders the keys of what it stores. */
function canonical(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return text ?? '';
}
