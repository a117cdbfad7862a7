import type { Outcome } from '@comporta/engine/outcome';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CountEvent } from './event.ts';
import type { Posted } from './post-events.ts';
import { reportUses, type UseReporter } from './use-reporter.ts';

const TAKEN: Posted = { outcome: 'TAKEN', rejected: [] };
const LOST: Posted = { outcome: 'AWAY', message: 'no answer', retryAfterMs: 0 };
const MINUTES = 60_000;

let posted: CountEvent[];
/** What the service has stored: of each number once. */
let stored: Map<number, CountEvent>;
let answer: (event: CountEvent) => Posted;
let reporter: UseReporter;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T10:00:00Z') });
  posted = [];
  stored = new Map();
  answer = () => TAKEN;
  reporter = open();
});
afterEach(async () => {
  await reporter.close(0);
  vi.useRealTimers();
});

function open(mayEnd = false): UseReporter {
  return reportUses({
    sender: () => 'sender',
    mayEnd,
    async post([event]) {
      const one = event as CountEvent; // It posts no other events.
      posted.push(one);
      return answer(one);
    },
  });
}

function outcomeOf(toggle: string): Outcome {
  return { toggle: { name: toggle }, value: 'on', ruleId: 'rule', uses: 0 } as unknown as Outcome; // It reads no more of it.
}

function use(outcome: Outcome, times = 1): void {
  for (let n = 0; n < times; n += 1) if (outcome.uses++ === 0) reporter.touch(outcome);
}

function sumOf(events: Iterable<CountEvent>): number {
  return [...events].flatMap(({ counts }) => counts).reduce((sum, { n }) => sum + n, 0);
}

/** Stores what it is sent, as the service does. */
function store(event: CountEvent): Posted {
  stored.set(event.seq ?? 0, event);
  return TAKEN;
}

describe('LIF-12: a report of uses', () => {
  it('follows the first use after five seconds, and then every minute in which something is used', async () => {
    const outcome = outcomeOf('a');
    use(outcome, 3);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(posted).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const counts = [{ toggle: 'a', value: 'on', ruleId: 'rule', n: 3 }];
    expect(posted).toMatchObject([{ type: 'count', sender: 'sender', seq: 1, counts }]);
    use(outcome);
    await vi.advanceTimersByTimeAsync(49_000);
    expect(posted).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(posted).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60 * MINUTES);
    expect(posted).toHaveLength(2);
  });

  it('is made once by a process that fetched a snapshot and asked for nothing', async () => {
    reporter.gotRules();
    await vi.advanceTimersByTimeAsync(2 * MINUTES);
    reporter.gotRules();
    await vi.advanceTimersByTimeAsync(10 * MINUTES);
    expect(posted).toMatchObject([{ seq: 1, counts: [] }]);
  });

  it('says that all values were taken, and which names there are not', async () => {
    reporter.gotAll();
    for (let n = 0; n < 150; n += 1) reporter.lack(`name-${n}`);
    reporter.lack('name-0');
    await reporter.flush();
    expect(posted).toMatchObject([{ asked: 'BULK' }]);
    expect(posted[0]?.unknown).toHaveLength(100);
    expect(posted[0]?.unknown?.[0]).toEqual({ toggle: 'name-0', n: 2 });
  });

  it('has a thousand counts at most; the rest is the next report', async () => {
    const outcomes = Array.from({ length: 2_500 }, (_, n) => outcomeOf(`toggle-${n}`));
    for (const outcome of outcomes) use(outcome, 4);
    await reporter.flush();
    expect(posted.map(({ counts }) => counts.length)).toEqual([1_000, 1_000, 500]);
    expect(sumOf(posted)).toBe(10_000);
  });
});

describe('LIF-05, LIF-12: until it is answered', () => {
  it('it is sent again unchanged; nothing is lost nor counted twice, whether the service had stored it or not', async () => {
    const outcomes = [outcomeOf('a'), outcomeOf('b'), outcomeOf('c')];
    let asked = 0;
    let answers = 0;
    // Of 150 answers 100 are lost, half of them after the report was stored.
    answer = (event) => {
      answers += 1;
      if (answers > 150 || answers % 3 === 0) return store(event);
      if (answers % 3 === 1) store(event);
      return LOST;
    };
    while (answers < 200) {
      for (const outcome of outcomes) use(outcome, 7);
      asked += 21;
      await vi.advanceTimersByTimeAsync(MINUTES);
    }
    await reporter.close(1_500);
    expect(sumOf(stored.values())).toBe(asked);
    const texts = new Map<number, Set<string>>();
    for (const one of posted) {
      const known = texts.get(one.seq ?? 0) ?? new Set();
      texts.set(one.seq ?? 0, known.add(JSON.stringify(one)));
    }
    expect([...texts.values()].every(({ size }) => size === 1)).toBe(true);
  });

  it('counting goes on in the outcomes, and the service is asked after Retry-After or a minute', async () => {
    answer = () => ({ ...LOST, retryAfterMs: 120_000 }) as Posted;
    const outcome = outcomeOf('a');
    use(outcome);
    await vi.advanceTimersByTimeAsync(5_000);
    use(outcome, 5);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(posted).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(posted).toHaveLength(2);
    expect(posted[1]).toEqual(posted[0]);
    expect(outcome.uses).toBe(5);
    answer = store;
    await vi.advanceTimersByTimeAsync(5 * MINUTES);
    expect(sumOf(stored.values())).toBe(6);
  });
});

describe('LIF-12: the last report', () => {
  it('says so, also when there is nothing more to count', async () => {
    use(outcomeOf('a'));
    await reporter.flush();
    await reporter.close(1_500);
    expect(posted.map(({ end }) => end)).toEqual([undefined, true]);
  });

  it('is not made by who never reported nor fetched', async () => {
    await reporter.close(1_500);
    expect(posted).toEqual([]);
  });

  it('is each one where a process may be stopped between two requests; a later use takes it back', async () => {
    reporter = open(true);
    const outcome = outcomeOf('a');
    use(outcome);
    await reporter.flush();
    await reporter.flush();
    use(outcome);
    await reporter.flush();
    expect(posted.map(({ end, seq }) => [seq, end])).toEqual([
      [1, true],
      [2, true],
    ]);
  });
});

describe('LIF-92: a service', () => {
  it('of a release before is asked again after an hour, without a warning; the counts wait', async () => {
    answer = () => ({ outcome: 'TAKEN', rejected: [{ code: 'INVALID_ITEM' }] });
    const outcome = outcomeOf('a');
    use(outcome, 2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reporter.status()).toMatchObject({ state: 'UNSUPPORTED', reports: 0 });
    use(outcome, 3);
    await vi.advanceTimersByTimeAsync(59 * MINUTES);
    await reporter.flush();
    expect(posted).toHaveLength(1);
    answer = store;
    await vi.advanceTimersByTimeAsync(3 * MINUTES);
    expect(sumOf(stored.values())).toBe(5);
    expect(reporter.status()).toMatchObject({ state: 'ON', reports: 1 });
  });

  it('that refuses the key is told nothing more, and nothing grows', async () => {
    answer = () => ({ outcome: 'REFUSED', message: 'answered 401 UNAUTHORIZED' });
    use(outcomeOf('a'));
    await vi.advanceTimersByTimeAsync(5_000);
    for (let n = 0; n < 10; n += 1) use(outcomeOf(`b-${n}`));
    await vi.advanceTimersByTimeAsync(60 * MINUTES);
    await reporter.close(1_500);
    expect(posted).toHaveLength(1);
    expect(reporter.status().state).toBe('REFUSED');
  });

  it('that finds a report too large gets smaller ones', async () => {
    answer = (event) => (event.counts.length > 300 ? { outcome: 'TOO_LARGE' } : store(event));
    for (let n = 0; n < 1_000; n += 1) use(outcomeOf(`toggle-${n}`));
    await vi.advanceTimersByTimeAsync(10 * MINUTES);
    expect(sumOf(stored.values())).toBe(1_000);
  });
});
