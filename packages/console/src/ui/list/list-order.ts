import type { ReactNode } from 'react';
import { fold } from './matches.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The class of its cells: a list has hundreds, and a wrapper in each would be one more element. */
  readonly className?: string | undefined;
  /** Makes the column sortable by this value. */
  readonly sortBy?: (row: Row) => string | number;
  /** Understood without its title, which stands before the value when a row is a card. */
  readonly isPlain?: boolean;
  /** Not shown when a row is a card. */
  readonly isDetail?: boolean;
  /** A CSS width; columns without one share the remaining width. */
  readonly width?: string;
}

export interface Sort {
  readonly columnId: string;
  readonly isDescending: boolean;
}

/** Parses the sort in an address: the column, with a leading minus when it is descending: `-name`. */
export function readSort(text: string | null): Sort | undefined {
  if (!text) return undefined;
  const isDescending = text.startsWith('-');
  return { columnId: isDescending ? text.slice(1) : text, isDescending };
}

/**
 * The first click on a heading sorts in ascending order, the second in descending order, the third restores
 * the order of the list.
 */
export function nextSort(current: Sort | undefined, columnId: string): string | undefined {
  if (current?.columnId !== columnId) return columnId;
  return current.isDescending ? undefined : `-${columnId}`;
}

/** Returns the rows that contain every word of the query, in any order. */
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
 * Compares text as the service does: by ICU's root collation, without case, in every language (T18). English
 * is the same as the root collation, which has no name of its own in browsers.
 */
export function compareText(left: string, right: string): number {
  // Created on first use, because it takes a browser long.
  collator ??= new Intl.Collator('en', { sensitivity: 'accent' });
  return collator.compare(left, right);
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareText(String(left), String(right));
}
