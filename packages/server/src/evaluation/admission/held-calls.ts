import type { ServerResponse } from 'node:http';
import { type FairOrder, fairOrder } from '../../platform/base/fair-order.ts';
import { openRoom } from '../../platform/base/room.ts';
import type { AddressLimit } from './address-limit.ts';
import type { Call, Caller } from './caller.ts';
import type { Party, Shares } from './shares.ts';

const LONGEST_MS = 1_000;
const LOOK_MS = 10;
const MOST_CALLS = 1_000;
const MOST_OF_A_NETWORK = 100;

/** How holding a call ended: it may pass, its time is over, or its client went away. */
export type Outcome = 'PASSED' | 'ADDRESS' | 'SHARE' | 'GONE';

/** A call that is held, and the function that tells that its client went away. */
export interface Holding {
  readonly outcome: Promise<Outcome>;
  readonly leave: () => void;
}

/** What a call waits for. */
export interface Limits {
  readonly shares: Shares;
  readonly addresses: Pick<AddressLimit, 'missingMs' | 'takeCall'>;
  readonly now: () => number;
}

export interface HeldCalls {
  readonly size: number;
  /** Whether calls of this caller wait already, which a new one must not overtake. */
  isWaiting(caller: Caller): boolean;
  isPartyWaiting(party: Party): boolean;
  /** Holds a call until there are points for it; undefined when there is no room. */
  hold(call: Call): Holding | undefined;
  close(): void;
}

interface Held {
  readonly call: Call;
  readonly endsAtMs: number;
  readonly end: (outcome: Outcome) => void;
  /** Takes it out of the order of its party, once it waits there. */
  leaveOrder?: () => boolean;
}

/**
 * Calls that came too fast, unread. A call waits first for its address, first in first out, then for the share of its
 * party, in fair order of its environments. Source: FAIR-07.
 */
export function openHeldCalls({ shares, addresses, now }: Limits): HeldCalls {
  const room = openRoom(MOST_CALLS);
  /** In the order in which their time ends. */
  const all = new Set<Held>();
  const byAddress = new Map<string, Set<Held>>();
  const byNetwork = new Map<string, number>();
  const byParty = new Map<Party, FairOrder<Held>>();
  let timer: NodeJS.Timeout | undefined;

  function finish(held: Held, outcome: Outcome): void {
    if (!all.delete(held)) return;
    const { address = '', party } = held.call.caller;
    const line = byAddress.get(address);
    if (line?.delete(held) && line.size === 0) byAddress.delete(address);
    held.leaveOrder?.();
    if (byParty.get(party)?.size === 0) byParty.delete(party);
    held.end(outcome);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function leaveNetwork(network: string): void {
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  }

  function waitForShare(held: Held): void {
    const { caller, points } = held.call;
    const { party, environmentId } = caller;
    const order = byParty.get(party) ?? fairOrder<Held>();
    byParty.set(party, order);
    held.leaveOrder = order.add([environmentId], points, held);
  }

  function look(): void {
    for (const held of all) {
      if (held.endsAtMs > now()) break;
      finish(held, held.leaveOrder === undefined ? 'ADDRESS' : 'SHARE');
    }
    for (const [address, line] of byAddress) {
      for (const held of line) {
        const { caller, points } = held.call;
        if (addresses.missingMs(caller, points) > 0) break;
        addresses.takeCall(caller, points);
        line.delete(held);
        waitForShare(held);
      }
      if (line.size === 0) byAddress.delete(address);
    }
    for (const [party, order] of byParty) {
      for (let held = order.next(); held && shares.mayPass(party); held = order.next()) {
        order.take();
        shares.begin(party, held.call.points);
        held.call.lent = shares.lend(party, held.call.points);
        finish(held, 'PASSED');
      }
    }
  }

  shares.onTurn(() => {
    if (all.size > 0) look();
  });

  return {
    get size() {
      return all.size;
    },
    isPartyWaiting: (party) => byParty.has(party),
    isWaiting: ({ party, address = '' }) => byParty.has(party) || byAddress.has(address),
    hold(call) {
      const { caller } = call;
      const { party, environmentId, network = '', address } = caller;
      const lane = `${environmentId} ${party.kind}`;
      const holder = { company: party.company, lane, isClient: party.kind === 'CLIENT' };
      const ofNetwork = byNetwork.get(network) ?? 0;
      const isOne = caller.network !== undefined && ofNetwork >= MOST_OF_A_NETWORK;
      if (isOne || !room.take(holder, 1)) return undefined;
      byNetwork.set(network, ofNetwork + 1);
      const { promise: outcome, resolve } = Promise.withResolvers<Outcome>();
      const end = (how: Outcome) => {
        room.giveBack(holder, 1);
        leaveNetwork(network);
        resolve(how);
      };
      const held: Held = { call, endsAtMs: now() + LONGEST_MS, end };
      all.add(held);
      if (address === undefined) waitForShare(held);
      else byAddress.set(address, (byAddress.get(address) ?? new Set()).add(held));
      timer ??= setInterval(look, LOOK_MS).unref();
      return { outcome, leave: () => finish(held, 'GONE') };
    },
    close() {
      for (const held of all) finish(held, 'GONE');
    },
  };
}

/** The outcome, or that the client went away meanwhile. */
export async function untilClosed(
  { outcome, leave }: Holding,
  response: ServerResponse,
): Promise<Outcome> {
  if (response.destroyed) leave();
  response.once('close', leave);
  const how = await outcome;
  response.off('close', leave);
  return how;
}
