import type { ReactNode } from 'react';
import { fold } from './matches.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Of its cells: a list has hundreds, and an element around what is in each would be one more. */
  readonly className?: string | undefined;
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => string | number;
  /** Left out where a row is a card. */
  readonly isDetail?: boolean;
  /** A CSS width; columns without one share what is left. */
  readonly width?: string;
}

export interface Sort {
  readonly columnId: string;
  readonly isDescending: boolean;
}

/** In addresses a sort is written as its column, after a minus when it descends: `-name`. */
export function readSort(text: string | null): Sort | undefined {
  if (!text) return undefined;
  const isDescending = text.startsWith('-');
  return { columnId: isDescending ? text.slice(1) : text, isDescending };
}

/** A press on a heading sorts upwards, the next one downwards, the third restores the order of the list. */
export function nextSort(current: Sort | undefined, columnId: string): string | undefined {
  if (current?.columnId !== columnId) return columnId;
  return current.isDescending ? undefined : `-${columnId}`;
}

/** Every part of what was typed has to occur, in any order. */
export function search<Row>(
  rows: readonly Row[],
  query: string,
  searchIn: (row: Row) => string,
): readonly Row[] {
  const parts = fold(query)
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return rows;
  return rows.filter((row) => {
    const text = fold(searchIn(row));
    return parts.every((part) => text.includes(part));
  });
}

export function order<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  columns: readonly Column<Row>[],
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.columnId)?.sortBy;
  if (sort === undefined || sortBy === undefined) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return [...rows].sort((left, right) => direction * compare(sortBy(left), sortBy(right)));
}

let collator: Intl.Collator | undefined;

/**
 * Sorts as the service does: by ICU's root collation, without case, in every language (T18). English
 * adds nothing to the root, which browsers do not have by a name of its own.
 */
export function compareText(left: string, right: string): number {
  // Made with the first sort: it takes a browser long.
  collator ??= new Intl.Collator('en', { sensitivity: 'accent' });
  return collator.compare(left, right);
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareText(String(left), String(right));
}
