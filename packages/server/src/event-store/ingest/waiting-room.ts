import { Rejection } from '../../platform/base/rejection.ts';
import { openRoom } from '../../platform/base/room.ts';
import { holderOf, type Lane } from './lane.ts';

/** The most events, and bytes of them, that wait in one node to be judged and committed. Source: RES-24. */
const MOST_EVENTS = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Those who are refused together should not come again together. Source: RES-24, FAIR-11. */
const RETRY_MOST_SECONDS = 5;

/** Bounds what waits of one call of events from its arrival to its answer. No company can fill it. Source: FAIR-16. */
export interface WaitingRoom {
  /** Returns the function that leaves; refuses with RATE_LIMITED when there is no room. */
  enter(lane: Lane, events: number, bytes: number): () => void;
}

export function openWaitingRoom(): WaitingRoom {
  const byEvents = openRoom(MOST_EVENTS);
  const byBytes = openRoom(MOST_BYTES);
  return {
    enter(lane, events, bytes) {
      const holder = holderOf(lane);
      if (!byEvents.take(holder, events)) throw full();
      if (!byBytes.take(holder, bytes)) {
        byEvents.giveBack(holder, events);
        throw full();
      }
      return () => {
        byEvents.giveBack(holder, events);
        byBytes.giveBack(holder, bytes);
      };
    },
  };
}

function full(): Rejection {
  const seconds = 1 + Math.floor(Math.random() * RETRY_MOST_SECONDS);
  return new Rejection('RATE_LIMITED', { limit: 'EVENTS', retry_after: seconds });
}
