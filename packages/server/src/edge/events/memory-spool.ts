import type { EventCall } from './event-call.ts';
import type { EventSpool } from './event-spool.ts';
import { openSpoolRoom } from './spool-room.ts';

/** Keeps calls until the process ends. */
export function openMemorySpool(mostBytes: number): EventSpool {
  const room = openSpoolRoom(mostBytes);
  const calls = new Map<string, { readonly call: EventCall; readonly bytes: number }[]>();
  const of = (environmentId: string) => calls.get(environmentId) ?? [];
  return {
    async keep(call, { evenIfFull = false } = {}) {
      const bytes = JSON.stringify(call.events).length;
      if (!evenIfFull && !room.hasRoom(call.lane, bytes)) return 'FULL';
      room.add(call.lane, bytes);
      const { environmentId } = call.lane;
      const before = of(environmentId);
      before.push({ call, bytes });
      calls.set(environmentId, before);
      return 'KEPT';
    },
    environments: () => calls.keys(),
    waiting(environmentId) {
      const [oldest] = of(environmentId);
      if (oldest === undefined) return undefined;
      const events = of(environmentId).reduce((sum, { call }) => sum + call.events.length, 0);
      return { events, oldestAt: oldest.call.receivedAt };
    },
    first: async (environmentId) => of(environmentId)[0]?.call,
    async done(environmentId) {
      const first = of(environmentId).shift();
      if (first !== undefined) room.add(first.call.lane, -first.bytes);
      if (of(environmentId).length === 0) calls.delete(environmentId);
    },
    bytes: () => room.all,
    close: async () => {},
  };
}
