import { expect, it } from 'vitest';
import { type AddressLimit, openAddressLimit } from './address-limit.ts';
import type { Caller } from './caller.ts';
import { pointsOf, type Work } from './points.ts';

const DEFAULTS = { clientRequestsPerSecond: 50, clientPointsPerSecond: 500 };
const HOUR_SECONDS = 3_600;
/** A call is held at most so long before it is refused. Source: FAIR-07. */
const HELD_MS = 1_000;

/** What a page sends when it is loaded: it asks for all toggles, and reports three exposures and two tracks. */
const pageLoad = (toggles: number): readonly Work[] => [
  { bytes: 200, toggles },
  { bytes: 600, events: 3 },
  { bytes: 400, events: 2 },
];

/** Everybody behind one address of one environment; a server has none that is limited. */
const callerAt = (address: string | undefined): Caller => ({
  party: { id: 'company CLIENT' } as never, // The limit of an address does not look at it.
  environmentId: 'environment',
  network: address,
  address,
});

interface Honest {
  readonly calls: readonly Work[];
  /** How often all of them are sent. */
  readonly aSecond: number;
  readonly seconds?: number;
  readonly address?: string | undefined;
}

it.each<[string, Honest]>([
  ['16 page loads a second of 20 toggles', { calls: pageLoad(20), aSecond: 16 }],
  ['16 page loads a second of 500 toggles', { calls: pageLoad(500), aSecond: 16 }],
  [
    '5,000 people who load a page every five minutes',
    { calls: pageLoad(20), aSecond: 5_000 / 300 },
  ],
  [
    '5,000 open pages after a change, in the order of their calls',
    { calls: [{ bytes: 200, toggles: 20 }], aSecond: 50, seconds: 100 },
  ],
  [
    'bulk of 10,000 toggles twice a second',
    { calls: [{ bytes: 200, toggles: 10_000 }], aSecond: 2 },
  ],
  [
    'a farm of servers',
    { calls: pageLoad(10_000), aSecond: 1_000, seconds: 60, address: undefined },
  ],
])('FAIR-86: %s are never refused by their address', (_who, honest) => {
  let nowMs = 0;
  const limit = openAddressLimit(DEFAULTS, () => nowMs);
  const caller = callerAt('address' in honest ? honest.address : '192.0.2.1 environment');
  const { calls, aSecond, seconds = HOUR_SECONDS } = honest;
  let longestMs = 0;
  for (let load = 0; load < aSecond * seconds; load += 1) {
    nowMs = (load * 1_000) / aSecond;
    for (const work of calls) longestMs = Math.max(longestMs, sent(limit, caller, pointsOf(work)));
  }
  expect(longestMs).toBeLessThan(HELD_MS);
});

it('FAIR-86: 24 calls of 10,000 toggles may come at once', () => {
  const limit = openAddressLimit(DEFAULTS, () => 0);
  const caller = callerAt('192.0.2.1 environment');
  const points = pointsOf({ bytes: 200, toggles: 10_000 });
  for (let call = 0; call < 24; call += 1) expect(sent(limit, caller, points)).toBe(0);
});

/** Sends a call; how long it would have been held, in milliseconds. */
function sent(limit: AddressLimit, caller: Caller, points: number): number {
  const heldMs = limit.missingMs(caller, points);
  limit.takeCall(caller, points);
  return heldMs;
}
