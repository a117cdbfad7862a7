import { performance } from 'node:perf_hooks';
import type { CallerKind } from './points.ts';

/** A party that took nothing for so long does not count any more. */
const SEEN_MS = 10_000;
/** So much of the level a party may take at once. */
const TOKENS_SECONDS = 0.02;
/**
 * What all parties together may take in any case: about a fifth of a core. If calls take less than that, something else
 * keeps the node busy, and it would not help to hold them.
 */
const LEAST_OF_ALL = 2_000;
/**
 * What a party may take in one turn of the event loop, beside other companies: what waits in the same turn waits for all
 * of it. Ten milliseconds at most, and a tenth of it for calls for one toggle.
 */
const POINTS_A_TURN = 100;
const BUSY = 0.8;
const IDLE = 0.7;

/** One company and one kind of its callers. */
export interface Party {
  readonly company: string;
  readonly kind: CallerKind;
  /** The points taken since the level was last set. */
  points: number;
  /** The calls begun since then. */
  calls: number;
  /** Points of one call, as they were lately. */
  usual: number;
  /** The points taken in this turn of the event loop. */
  turn: number;
  /** Points a second. */
  rate: number;
  /** How much it may take now; below zero after a call that took more. */
  tokens: number;
  tokensAtMs: number;
  seenAtMs: number;
}

/** Shares the event loop between companies and kinds of callers, only while it is busy. Source: FAIR-04, 08, 09. */
export interface Shares {
  partyOf(company: string, kind: CallerKind): Party;
  /** Whether the party has not yet had its share. */
  mayPass(party: Party): boolean;
  /** Notes a call that begins, with what is known of its cost. */
  begin(party: Party, points: number): void;
  /**
   * What the rest of a call is thought to cost, as calls of its party did lately; 0 without other companies. The party
   * goes without it until the call is charged, so that of many calls that begin together only those pass that fit.
   */
  lend(party: Party, points: number): number;
  /** Notes what a party took. It may be more than it had. What was lent is given back. */
  charge(party: Party, points: number, lent?: number): void;
  /** Calls back when a party that had its part of a turn may pass again. */
  onTurn(listener: () => void): void;
  /** Sets the level anew; to be called every 100 ms. */
  look(): void;
  /** Points a second a party; undefined while there is no limit. */
  level(): number | undefined;
}

/** Both by the clock and the event loop of this process. */
export interface Instruments {
  readonly now: () => number;
  /** The part of the time in which the event loop was busy, since the call before. */
  readonly utilisation: () => number;
  /** Calls back in the next turn of the event loop. By default setImmediate. */
  readonly nextTurn?: (then: () => void) => void;
}

export function openShares(instruments: Instruments): Shares {
  const { now, utilisation, nextTurn = setImmediate } = instruments;
  const companies = new Map<string, Map<CallerKind, Party>>();
  let level: number | undefined;
  let least = LEAST_OF_ALL;
  let lookedAtMs = now();
  const hadTheirTurn: Party[] = [];
  let heard = () => {};

  const current = () => (level === undefined ? undefined : Math.max(level, least));

  function addParty(company: string, kind: CallerKind): Party {
    const at = now();
    const nothing = { points: 0, calls: 0, usual: 0, turn: 0, rate: 0, tokens: 0 };
    const party = { company, kind, ...nothing, tokensAtMs: at, seenAtMs: at };
    startAnew(party, at);
    const parties = companies.get(company);
    if (parties === undefined) companies.set(company, new Map([[kind, party]]));
    else parties.set(kind, party);
    return party;
  }

  /** A party begins without a debt when a level is set. */
  function startAnew(party: Party, at: number): void {
    party.tokens = TOKENS_SECONDS * (current() ?? 0);
    party.tokensAtMs = at;
  }

  function take(party: Party, points: number): void {
    const hadIt = party.turn >= POINTS_A_TURN;
    party.tokens -= points;
    party.turn += points;
    if (hadIt || party.turn < POINTS_A_TURN) return;
    if (hadTheirTurn.push(party) === 1) nextTurn(beginTurn);
  }

  function beginTurn(): void {
    for (const party of hadTheirTurn) party.turn = 0;
    hadTheirTurn.length = 0;
    heard();
  }

  function forget({ company, kind }: Party): void {
    const parties = companies.get(company);
    parties?.delete(kind);
    if (parties?.size === 0) companies.delete(company);
  }

  return {
    partyOf: (company, kind) => companies.get(company)?.get(kind) ?? addParty(company, kind),
    mayPass(party) {
      if (party.turn >= POINTS_A_TURN && companies.size > 1) return false;
      const rate = current();
      if (rate === undefined) return true;
      // A company that is alone shares with nobody; its servers only bound what is done with its public keys.
      if (party.kind === 'SERVER' && companies.size === 1) return true;
      const at = now();
      const grown = party.tokens + ((at - party.tokensAtMs) / 1000) * rate;
      party.tokens = Math.min(grown, TOKENS_SECONDS * rate);
      party.tokensAtMs = at;
      party.seenAtMs = at;
      return party.tokens > 0;
    },
    begin(party, points) {
      party.calls += 1;
      party.points += points;
      take(party, points);
    },
    lend(party, points) {
      const lent = companies.size > 1 ? Math.max(party.usual - points, 0) : 0;
      take(party, lent);
      return lent;
    },
    charge(party, points, lent = 0) {
      party.points += points;
      take(party, points - lent);
    },
    onTurn(listener) {
      heard = listener;
    },
    look() {
      const at = now();
      // The time that really passed, because the timers of a busy loop are late.
      const seconds = Math.max(at - lookedAtMs, 1) / 1000;
      lookedAtMs = at;
      const all = [...companies.values()].flatMap((parties) => [...parties.values()]);
      for (const party of all) {
        if (party.points > 0) party.seenAtMs = at;
        if (party.calls > 0) party.usual = (party.usual + party.points / party.calls) / 2;
        party.rate = (party.rate + party.points / seconds) / 2;
        party.points = 0;
        party.calls = 0;
        if (at - party.seenAtMs > SEEN_MS) forget(party);
      }
      const seen = all.filter(({ seenAtMs }) => at - seenAtMs <= SEEN_MS);
      const isNew = level === undefined;
      const rates = seen.map(({ rate }) => rate);
      level = nextLevel(level, { utilisation: utilisation(), rates });
      least = LEAST_OF_ALL / Math.max(seen.length, 1);
      if (!isNew) return;
      for (const party of seen) startAnew(party, at);
    },
    level: current,
  };
}

/** How busy the node was, and how much each party took of it. */
export interface Load {
  readonly utilisation: number;
  /** Points a second of each party. */
  readonly rates: readonly number[];
}

/** Nobody at or below the mean is held; what others leave is used; an idle node has no level. Source: FAIR-08. */
export function nextLevel(
  level: number | undefined,
  { utilisation, rates }: Load,
): number | undefined {
  if (rates.length <= 1) return undefined;
  const largest = Math.max(...rates);
  if (utilisation > BUSY) {
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    return Math.max(mean, 0.9 * Math.min(level ?? largest, largest));
  }
  if (level === undefined || utilisation >= IDLE) return level;
  const higher = 1.1 * level + 10;
  return higher > 4 * largest + 1000 ? undefined : higher;
}

/** The clock and the event loop of this process. */
export function ownInstruments(): Instruments {
  let before = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilisation() {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, before);
      before = current;
      return utilization;
    },
  };
}
