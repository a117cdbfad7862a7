import type { Snapshot, SnapshotToggle } from '@comporta/engine/snapshot';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { createTally } from '../platform/base/tally.ts';
import { type StoredSnapshot, togglesIn } from './load-snapshot.ts';
import { keepWithinBudget } from './snapshot-budget.ts';
import { SnapshotCache } from './snapshot-cache.ts';

/** A memory with a clock that stands still, and a budget of 100 toggles. */
function openMemory(most = 100) {
  let nowMs = 1_000_000;
  const clock = () => nowMs;
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line).msg) });
  const registry = new SnapshotCache(clock);
  const dropped = createTally<never>();
  const budget = keepWithinBudget({ registry, most, log, dropped, clock });
  return {
    registry,
    budget,
    lines,
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
    /** Holds an environment of a company for somebody who asks. */
    ask(id: string, toggles = 40, company = 'shop') {
      registry.put(snapshotOf(id, toggles, company)).asked();
    },
    /** The environments that are left, in alphabetical order. */
    left() {
      budget.makeRoom();
      const ids = registry.all().map(({ id }) => id);
      return ids.sort().join(' ');
    },
  };
}

/** As much of a snapshot as a memory reads. */
function snapshotOf(id: string, count: number, accountId: string): StoredSnapshot {
  const experiments = Array.from({ length: count }, () => ({}));
  const toggles: readonly Partial<SnapshotToggle>[] = experiments;
  const sent = { toggles, experiments } as unknown as Snapshot;
  const head = { id, accountId, keyHash: `key of ${id}`, former: [], clients: undefined };
  return {
    head,
    tag: id,
    sent,
    counts: togglesIn(sent),
    compiled: {},
  } as unknown as StoredSnapshot;
}

describe('SCL-60: a budget of toggles', () => {
  it('the environment that was not asked for longest goes, until the others fit', () => {
    const memory = openMemory();
    for (const id of ['a', 'b', 'c', 'd']) {
      memory.ask(id);
      memory.pass(10);
    }
    memory.registry.ask('a');
    memory.pass(61);
    expect(memory.left()).toBe('a d');
    expect(memory.budget.isOver()).toBe(false);
    expect(memory.registry.toggles).toBe(80);
  });

  it('nothing goes as long as it fits, however old it is', () => {
    const memory = openMemory();
    memory.ask('a', 50);
    memory.ask('b', 50);
    memory.pass(1_000_000);
    expect(memory.left()).toBe('a b');
  });

  it('what was asked for in the last minute stays; that it does not fit is told once', () => {
    const memory = openMemory();
    for (const id of ['a', 'b', 'c']) memory.ask(id);
    memory.pass(60);
    expect([memory.left(), memory.left()]).toEqual(['a b c', 'a b c']);
    expect(memory.budget.isOver()).toBe(true);
    expect(memory.lines).toEqual([
      'the environments in use have more toggles than SNAPSHOT_TOGGLES',
    ]);
    memory.pass(1);
    memory.registry.ask('a');
    expect(memory.left()).toBe('a c');
    expect(memory.budget.isOver()).toBe(false);
    for (const id of ['b', 'c']) memory.ask(id);
    memory.left();
    expect(memory.lines).toHaveLength(2);
  });

  it('what has a stream stays, and a minute longer, because its client comes back', () => {
    const memory = openMemory();
    memory.ask('a');
    const close = memory.registry.get('a')?.watch(() => {});
    memory.pass(3_600);
    memory.ask('b');
    memory.ask('c');
    expect(memory.left()).toBe('a b c');
    close?.();
    memory.pass(60);
    expect(memory.left()).toBe('a b c');
    memory.pass(1);
    memory.registry.ask('b');
    expect(memory.left()).toBe('b c');
  });

  it('a company that holds more than its part makes room before others, also where they asked earlier', () => {
    const memory = openMemory();
    memory.ask('quiet', 10, 'bank');
    memory.pass(3_600);
    for (const id of ['a', 'b', 'c']) memory.ask(id);
    memory.pass(61);
    expect(memory.left()).toBe('b c quiet');
  });

  it('where the larger company uses all that it holds, others make room too', () => {
    const memory = openMemory();
    memory.ask('quiet', 10, 'bank');
    memory.pass(61);
    for (const id of ['a', 'b', 'c']) memory.ask(id);
    expect(memory.left()).toBe('a b c');
    expect(memory.budget.isOver()).toBe(true);
  });

  it('0: no limit', () => {
    const memory = openMemory(Number.POSITIVE_INFINITY);
    memory.ask('a', 1_000_000);
    memory.ask('b', 1_000_000);
    memory.pass(1_000_000);
    expect(memory.left()).toBe('a b');
  });

  it('an environment is never for nothing, and four toggles without an experiment count as one', () => {
    const memory = openMemory();
    memory.ask('empty', 0);
    expect(memory.registry.toggles).toBe(1);
    const many = snapshotOf('plain', 80, 'shop');
    const sent = { ...many.sent, experiments: [] };
    memory.registry.put({ ...many, sent, counts: togglesIn(sent) });
    expect(memory.registry.toggles).toBe(21);
    memory.registry.put(snapshotOf('plain', 2, 'shop'));
    memory.registry.drop('empty');
    expect(memory.registry.toggles).toBe(2);
  });
});

it('SCL-61: what was dropped, or does not fit, is not loaded before somebody asks', () => {
  const memory = openMemory();
  for (const id of ['a', 'b', 'c']) {
    memory.ask(id);
    memory.pass(61);
  }
  expect(memory.left()).toBe('b c');
  expect([memory.budget.mayPreload('a'), memory.budget.mayPreload('new')]).toEqual([false, true]);
  memory.ask('d', 20);
  expect(memory.budget.mayPreload('new')).toBe(false);
});
