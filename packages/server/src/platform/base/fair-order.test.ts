import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fairOrder } from './fair-order.ts';

/** See conformance/fair-shares/README.md. */
const FILE = new URL('../../../../../conformance/fair-shares/order.json', import.meta.url);

interface Step {
  readonly add?: { readonly path: string[]; readonly size: number; readonly id: number };
  readonly take?: number | null;
}

const cases: { readonly steps: readonly Step[] }[] = JSON.parse(readFileSync(FILE, 'utf8'));

/** All items that wait, in the order in which they are served. */
function takeAll<Item>(order: { take(): Item | undefined }): Item[] {
  const taken: Item[] = [];
  for (let item = order.take(); item !== undefined; item = order.take()) taken.push(item);
  return taken;
}

describe('what waits is taken in fair order', () => {
  it.each(cases.map(({ steps }, index) => [index, steps] as const))(
    'FAIR-06: case %i',
    (_, steps) => {
      const order = fairOrder<number>();
      for (const { add, take } of steps) {
        if (add) order.add(add.path, add.size, add.id);
        else {
          expect(order.next() ?? null).toBe(take);
          expect(order.take() ?? null).toBe(take);
        }
      }
    },
  );

  it('FAIR-06: a call of one event does not wait for ten calls of a thousand', () => {
    const order = fairOrder<string>();
    for (let call = 0; call < 10; call += 1)
      order.add(['busy', 'e', 'CLIENT'], 1000, `busy ${call}`);
    order.add(['quiet', 'e', 'SERVER'], 1, 'quiet');
    expect([order.take(), order.take(), order.take()]).toEqual(['busy 0', 'quiet', 'busy 1']);
  });

  it('FAIR-06: each company gets an equal part, however many environments it has', () => {
    const order = fairOrder<string>();
    for (const company of ['one', 'other']) {
      for (let call = 0; call < 30; call += 1) {
        const environment = company === 'one' ? `e${call}` : 'e';
        order.add([company, environment, 'SERVER'], 10, company);
      }
    }
    const first = takeAll(order).slice(0, 30);
    expect(first.filter((company) => company === 'one')).toHaveLength(15);
  });

  it('FAIR-06: an item that leaves is not taken, and leaves no trace in the order of the others', () => {
    const order = fairOrder<string>();
    const leave = order.add(['busy', 'e', 'CLIENT'], 1000, 'gone');
    order.add(['quiet', 'e', 'CLIENT'], 1, 'quiet');
    expect([leave(), leave()]).toEqual([true, false]);
    order.add(['busy', 'e', 'CLIENT'], 1, 'stays');
    const leaveToo = order.add(['busy', 'e', 'CLIENT'], 1, 'gone, too');
    order.add(['busy', 'e', 'CLIENT'], 1, 'stays, too');
    expect([leaveToo(), leaveToo()]).toEqual([true, false]);
    expect(order.size).toBe(3);
    expect(takeAll(order)).toEqual(['quiet', 'stays', 'stays, too']);
    expect(leave()).toBe(false);
    expect(order.size).toBe(0);
  });

  it('FAIR-06: who was taken cannot leave any more', () => {
    const order = fairOrder<string>();
    const leave = order.add(['a'], 1, 'taken');
    order.add(['a'], 1, 'next');
    expect(order.take()).toBe('taken');
    expect(leave()).toBe(false);
    expect(takeAll(order)).toEqual(['next']);
  });

  it('FAIR-06: lanes that wait for nothing are forgotten, also when something always waits', () => {
    const order = fairOrder<number>();
    order.add(['always', 'e', 'SERVER'], 1, -1);
    for (let lane = 0; lane < 20_000; lane += 1) {
      order.add([`company ${lane}`, `e${lane}`, 'SERVER'], 1, lane);
      order.add(['always', `e${lane}`, 'SERVER'], 1, -1);
      order.take();
      order.take();
    }
    expect(order.size).toBe(1);
    expect(order.lanes).toBeLessThan(5_000);
    expect(takeAll(order)).toHaveLength(1);
    expect(order.lanes).toBe(0);
  });
});
