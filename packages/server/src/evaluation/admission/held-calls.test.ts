import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAddressLimit } from './address-limit.ts';
import type { Call, Caller } from './caller.ts';
import { type HeldCalls, type Outcome, openHeldCalls } from './held-calls.ts';
import type { CallerKind } from './points.ts';
import { openShares, type Shares } from './shares.ts';

let utilisation: number;
let shares: Shares;
let held: HeldCalls;

beforeEach(() => {
  vi.useFakeTimers();
  utilisation = 0;
  const now = () => performance.now();
  shares = openShares({ now, utilisation: () => utilisation });
  const addresses = openAddressLimit(
    { clientRequestsPerSecond: 10, clientPointsPerSecond: 1_000 },
    now,
  );
  held = openHeldCalls({ shares, addresses, now });
});
afterEach(() => {
  held.close();
  vi.useRealTimers();
});

function callerOf(company: string, kind: CallerKind = 'SERVER', environmentId = company): Caller {
  const party = shares.partyOf(company, kind);
  return { party, environmentId, network: undefined, address: undefined };
}

function pageOf(company: string, network: string): Caller {
  return { ...callerOf(company, 'CLIENT'), network, address: `${company} ${network}` };
}

/** A node that is busy, and on which these companies have had their share. */
function makeBusy(...companies: readonly string[]): void {
  const parties = companies.map((company) => shares.partyOf(company, 'SERVER'));
  for (const party of parties) shares.charge(party, 100);
  vi.advanceTimersByTime(100);
  utilisation = 1;
  shares.look();
  for (const party of parties) shares.charge(party, 100);
}

/** Holds a call, and adds its name to the list when it passes. */
function hold(caller: Caller, name: string, passed: string[]): Promise<Outcome | 'NO ROOM'> {
  const holding = held.hold({ caller, points: 1 });
  return (
    holding?.outcome.then((outcome) => {
      if (outcome === 'PASSED') passed.push(name);
      return outcome;
    }) ?? Promise.resolve('NO ROOM')
  );
}

describe('a held call', () => {
  it('FAIR-07: passes as soon as its party has tokens again, the environments of a company in turn', async () => {
    makeBusy('a', 'b');
    const passed: string[] = [];
    for (const n of [1, 2, 3])
      void hold(callerOf('a', 'SERVER', 'crowded'), `crowded ${n}`, passed);
    void hold(callerOf('a', 'SERVER', 'quiet'), 'quiet 1', passed);
    expect(held.isPartyWaiting(shares.partyOf('a', 'SERVER'))).toBe(true);
    await vi.advanceTimersByTimeAsync(900);
    expect(passed).toEqual(['crowded 1', 'quiet 1', 'crowded 2', 'crowded 3']);
    expect(held.size).toBe(0);
    expect(held.isPartyWaiting(shares.partyOf('a', 'SERVER'))).toBe(false);
  });

  it('FAIR-07: does not pass with others that cost as much, before it is known what they cost', async () => {
    makeBusy('a', 'b');
    const party = shares.partyOf('a', 'SERVER');
    for (let ticks = 0; ticks < 10; ticks += 1) {
      shares.begin(party, 1);
      shares.charge(party, 200);
      vi.advanceTimersByTime(100);
      shares.look();
    }
    vi.advanceTimersByTime(5_000); // Its debt is paid.
    const calls: Call[] = Array.from({ length: 20 }, () => ({ caller: callerOf('a'), points: 1 }));
    for (const call of calls) held.hold(call);
    const passed = () => calls.filter(({ lent }) => lent !== undefined);
    await vi.advanceTimersByTimeAsync(50);
    expect(passed()).toHaveLength(1);
    // It turns out to be cheap.
    shares.charge(party, 0, passed()[0]?.lent);
    await vi.advanceTimersByTimeAsync(10);
    expect(passed()).toHaveLength(2);
  });

  it('FAIR-07: of a company with its share left does not wait for one that had its own', async () => {
    makeBusy('a', 'b');
    shares.charge(shares.partyOf('a', 'SERVER'), 100_000);
    const passed: string[] = [];
    const outcome = hold(callerOf('a'), 'a', passed);
    void hold(callerOf('b'), 'b', passed);
    await vi.advanceTimersByTimeAsync(500);
    expect(passed).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(500);
    expect(await outcome).toBe('SHARE');
  });

  it('FAIR-03, FAIR-07: waits for its address, first in first out, and no longer than a second', async () => {
    const passed: string[] = [];
    const crowd = Array.from({ length: 30 }, (_, n) => hold(pageOf('a', 'one'), `${n}`, passed));
    void hold(pageOf('a', 'two'), 'of another address', passed);
    await vi.advanceTimersByTimeAsync(10);
    // Ten calls a second: a burst of ten, and then one each tenth of a second.
    expect(passed).toHaveLength(11);
    await vi.advanceTimersByTimeAsync(1_000);
    const outcomes = await Promise.all(crowd);
    expect(outcomes.filter((outcome) => outcome === 'PASSED').length).toBeGreaterThanOrEqual(19);
    expect(new Set(outcomes.slice(21))).toEqual(new Set(['ADDRESS']));
    expect(passed.filter((name) => name !== 'of another address')).toEqual(
      Array.from({ length: passed.length - 1 }, (_, n) => `${n}`),
    );
    expect(held.size).toBe(0);
  });

  it('FAIR-07: one network holds at most 100, a client key half and a company three quarters of the room', async () => {
    makeBusy('a', 'b', 'c');
    const count = (callers: Caller[]) =>
      callers.filter((one) => held.hold({ caller: one, points: 1 })).length;
    expect(count(Array.from({ length: 200 }, () => pageOf('a', 'one')))).toBe(100);
    expect(count(Array.from({ length: 1_000 }, (_, n) => pageOf('a', `${n}`)))).toBe(400);
    expect(count(Array.from({ length: 1_000 }, () => callerOf('a')))).toBe(250);
    expect(count([callerOf('b'), pageOf('c', 'another')])).toBe(2);
    expect(held.size).toBe(752);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(held.size).toBe(0);
    expect(count(Array.from({ length: 200 }, () => pageOf('a', 'one')))).toBe(100);
  });

  it('FAIR-07: leaves with its client, and its place is free again', async () => {
    makeBusy('a', 'b');
    shares.charge(shares.partyOf('a', 'SERVER'), 100_000);
    const holding = held.hold({ caller: callerOf('a'), points: 1 });
    holding?.leave();
    expect(await holding?.outcome).toBe('GONE');
    expect(held.size).toBe(0);
  });
});
