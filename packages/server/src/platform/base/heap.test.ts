import { describe, expect, it } from 'vitest';
import { Heap, type InHeap, NOWHERE } from './heap.ts';

interface Numbered extends InHeap {
  number: number;
}

/** The numbers 0 to `count` - 1 in a mixed order, the same in every run. */
function mixed(count: number): Numbered[] {
  return Array.from({ length: count }, (_, index) => ({
    number: (index * 7919) % count,
    place: NOWHERE,
  }));
}

function emptied(heap: Heap<Numbered>): number[] {
  const numbers: number[] = [];
  for (let first = heap.first; first !== undefined; first = heap.first) {
    numbers.push(first.number);
    heap.remove(first);
  }
  return numbers;
}

describe('a heap', () => {
  it('FAIR-06: gives the first, whatever was added, moved and removed in between', () => {
    const heap = new Heap<Numbered>((one, other) => one.number < other.number);
    const items = mixed(1_000);
    for (const item of items) heap.add(item);
    for (const item of items.filter(({ number }) => number % 3 === 0)) heap.remove(item);
    for (const item of items.filter(({ number }) => number % 3 === 1)) {
      item.number += item.number < 500 ? 1_000 : -500;
      heap.moved(item);
    }
    const left = items.filter(({ place }) => place !== NOWHERE);
    expect(left).toHaveLength(666);
    expect(emptied(heap)).toEqual(left.map(({ number }) => number).sort((a, b) => a - b));
  });

  it('FAIR-06: looks at a few of 10,000 items for each that comes or goes', () => {
    let compared = 0;
    const heap = new Heap<Numbered>((one, other) => {
      compared += 1;
      return one.number < other.number;
    });
    for (const item of mixed(10_000)) heap.add(item);
    emptied(heap);
    expect(compared).toBeLessThan(10_000 * 40);
  });
});
