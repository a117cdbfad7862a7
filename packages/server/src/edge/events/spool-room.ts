import { holderOf, type Lane } from '../../event-store/ingest/lane.ts';
import { fits } from '../../platform/base/room.ts';

/** How the bytes of a spool are shared. */
export interface SpoolRoom {
  readonly all: number;
  hasRoom(lane: Lane, bytes: number): boolean;
  /** Takes room, also where there is none, or gives it back. */
  add(lane: Lane, bytes: number): void;
}

/**
 * Nobody can fill it (FAIR-05), and one environment at most half. Of that, a client key leaves as much as it takes: whoever
 * sends with it, the company's servers find room. Source: SCL-31.
 */
export function openSpoolRoom(room: number): SpoolRoom {
  const ofEnvironment = room / 2;
  let all = 0;
  const held = new Map<string, number>();
  const of = (name: string) => held.get(name) ?? 0;

  function addTo(name: string, bytes: number): void {
    const sum = of(name) + bytes;
    if (sum === 0) held.delete(name);
    else held.set(name, sum);
  }

  return {
    get all() {
      return all;
    },
    hasRoom(lane, bytes) {
      const { company, lane: name, isClient } = holderOf(lane);
      const ofLane = of(name);
      const free = ofEnvironment - of(lane.environmentId);
      if (bytes > free || (isClient && ofLane + bytes > free)) return false;
      return fits({ room, all, company: of(`of ${company}`), lane: ofLane, isClient }, bytes);
    },
    add(lane, bytes) {
      const { company, lane: name } = holderOf(lane);
      all += bytes;
      addTo(`of ${company}`, bytes);
      addTo(lane.environmentId, bytes);
      addTo(name, bytes);
    },
  };
}
