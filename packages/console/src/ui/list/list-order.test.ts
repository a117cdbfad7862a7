import { describe, expect, it } from 'vitest';
import { type Column, nextSort, order, readSort, search } from './list-order.ts';

interface Row {
  readonly name: string;
  readonly rules: number;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'rules', title: 'Rules', cell: ({ rules }) => rules, sortBy: ({ rules }) => rules },
  { id: 'actions', title: 'Actions', cell: () => null },
];
const rows = ['v10', 'Promoção', 'v2', 'éclair', 'zebra'].map((name, rules) => ({ name, rules }));
const names = (sorted: readonly Row[]) => sorted.map(({ name }) => name);

describe('CON-05 CDW-21: search in a list', () => {
  it.each([
    ['promocao', ['Promoção']],
    ['ECLAIR', ['éclair']],
    [' v ', ['v10', 'v2']],
    ['cao pro', ['Promoção']],
    ['v 2', ['v2']],
    ['', names(rows)],
    ['nothing', []],
  ])('%j finds %j, ignoring case and accents', (query, found) => {
    expect(names(search(rows, query, ({ name }) => name))).toEqual(found);
  });
});

describe('the order of a list', () => {
  it('SPEC-05: T18: sorts text as the service does: by the root collation, without case', () => {
    const sorted = ['éclair', 'Promoção', 'v10', 'v2', 'zebra'];
    expect(names(order(rows, readSort('name'), columns))).toEqual(sorted);
    expect(names(order(rows, readSort('-name'), columns))).toEqual(sorted.toReversed());
  });

  it('sorts numbers as numbers', () => {
    const many = [
      { name: 'a', rules: 10 },
      { name: 'b', rules: 9 },
    ];
    expect(names(order(many, readSort('rules'), columns))).toEqual(['b', 'a']);
  });

  it.each([null, '', 'unknown', '-', 'actions'])('keeps the given order for ?sort=%s', (text) => {
    expect(order(rows, readSort(text), columns)).toBe(rows);
  });

  it('changes with a heading: ascending, descending, and the order of the list again', () => {
    expect(nextSort(undefined, 'name')).toBe('name');
    expect(nextSort(readSort('rules'), 'name')).toBe('name');
    expect(nextSort(readSort('name'), 'name')).toBe('-name');
    expect(nextSort(readSort('-name'), 'name')).toBeUndefined();
  });
});
