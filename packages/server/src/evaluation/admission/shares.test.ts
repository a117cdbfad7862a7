import { beforeEach, describe, expect, it } from 'vitest';
import { openShares, type Shares } from './shares.ts';

let at: number;
let utilisation: number;
let shares: Shares;
let turnEnds: (() => void) | undefined;

beforeEach(() => {
  at = 0;
  utilisation = 0;
  const nextTurn = (then: () => void) => {
    turnEnds = then;
  };
  shares = openShares({ now: () => at, utilisation: () => utilisation, nextTurn });
});

/** Lets time pass, in milliseconds, and the event loop come round. */
function pass(milliseconds: number): void {
  at += milliseconds;
  turnEnds?.();
}

/** Lets 100 ms pass, in which each company's servers ask for so many points, one at a time; answers what each got. */
function tick(wanted: Readonly<Record<string, number>>): Record<string, number> {
  const got: Record<string, number> = {};
  const steps = 100;
  for (let step = 0; step < steps; step += 1) {
    pass(100 / steps);
    for (const [company, points] of Object.entries(wanted)) {
      const party = shares.partyOf(company, 'SERVER');
      for (let n = 0; n < points / steps && shares.mayPass(party); n += 1) {
        shares.charge(party, 1);
        got[company] = (got[company] ?? 0) + 1;
      }
    }
  }
  shares.look();
  return got;
}

describe('the shares of a node', () => {
  it('FAIR-08: on an idle node nobody has a limit, however uneven the parties are', () => {
    for (let ticks = 0; ticks < 20; ticks += 1) {
      expect(tick({ quiet: 100, busy: 10_000 })).toEqual({ quiet: 100, busy: 10_000 });
    }
    expect(shares.level()).toBeUndefined();
  });

  it('FAIR-04, FAIR-08: on a busy node who takes less than the mean gets all, who takes more gets what is left', () => {
    tick({ quiet: 100, busy: 10_000 });
    utilisation = 1;
    let got: Record<string, number> = {};
    for (let ticks = 0; ticks < 50; ticks += 1) {
      got = tick({ quiet: 100, busy: 10_000 });
      expect(got.quiet).toBe(100);
    }
    expect(got.busy).toBeLessThan(300);
    expect(got.busy).toBeGreaterThan(50);

    utilisation = 0.5;
    for (let ticks = 0; ticks < 200; ticks += 1) got = tick({ quiet: 100, busy: 10_000 });
    expect(got).toEqual({ quiet: 100, busy: 10_000 });
  });

  it('FAIR-08: when something else keeps the node busy, callers that take little are not held', () => {
    utilisation = 1;
    tick({ one: 100, idle: 100 });
    for (let ticks = 0; ticks < 80; ticks += 1) expect(tick({ one: 100 }).one).toBe(100);
  });

  it('FAIR-08: a call passes while there are any tokens, and leaves a debt that later calls wait for', () => {
    tick({ one: 5_000, other: 5_000 });
    utilisation = 1;
    tick({ one: 5_000, other: 5_000 });
    const party = shares.partyOf('one', 'SERVER');
    pass(1_000);
    expect(shares.mayPass(party)).toBe(true);
    shares.charge(party, (shares.level() ?? 0) * 0.12);
    expect(shares.mayPass(party)).toBe(false);
    pass(90);
    expect(shares.mayPass(party)).toBe(false);
    pass(20);
    expect(shares.mayPass(party)).toBe(true);
  });

  it('FAIR-04: public keys of a company have a share of their own, and its servers alone are never held', () => {
    const server = shares.partyOf('one', 'SERVER');
    const client = shares.partyOf('one', 'CLIENT');
    const work = (isCharged: () => boolean) => {
      for (let step = 0; step < 20; step += 1) {
        pass(5);
        if (isCharged()) shares.charge(client, 1_000);
        shares.charge(server, 2_000);
      }
      shares.look();
    };
    work(() => true);
    utilisation = 1;
    let held = 0;
    for (let ticks = 0; ticks < 30; ticks += 1) {
      work(() => {
        const mayPass = shares.mayPass(client);
        if (!mayPass) held += 1;
        return mayPass;
      });
      expect(shares.mayPass(server)).toBe(true);
    }
    expect(shares.level()).toBeDefined();
    // Its pages take less than the mean, so they are not held for their servers.
    expect(held).toBe(0);

    const neighbour = shares.partyOf('other', 'SERVER');
    shares.charge(neighbour, 1);
    shares.look();
    shares.charge(server, 100_000);
    expect(shares.mayPass(server)).toBe(false);
  });

  it('FAIR-08, FAIR-80: beside others, a party has a part of each turn of the event loop, on an idle node as well', () => {
    const bulk = shares.partyOf('one', 'SERVER');
    shares.begin(bulk, 201);
    expect(shares.mayPass(bulk)).toBe(true); // It is alone.
    const other = shares.partyOf('other', 'SERVER');
    expect(shares.mayPass(bulk)).toBe(false);
    expect(shares.mayPass(other)).toBe(true);
    let turns = 0;
    shares.onTurn(() => {
      turns += 1;
    });
    turnEnds?.();
    expect(turns).toBe(1);
    expect(shares.level()).toBeUndefined();
    expect(shares.mayPass(bulk)).toBe(true);
  });

  it('FAIR-08: a party counts for ten seconds after its last call', () => {
    tick({ one: 100, other: 1 });
    utilisation = 1;
    tick({ one: 100 });
    expect(shares.level()).toBeDefined();
    for (let ticks = 0; ticks < 101; ticks += 1) tick({ one: 100 });
    expect(shares.level()).toBeUndefined();
  });
});
