/** The most events, and bytes of them, that wait in one queue of one node. Source: RES-24. */
const MOST_EVENTS = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Bounds how many events wait for something. */
export interface WaitingRoom {
  hasRoomFor(events: number, bytes: number): boolean;
  enter(events: number, bytes: number): void;
  leave(events: number, bytes: number): void;
}

export function openWaitingRoom(): WaitingRoom {
  let held = 0;
  let heldBytes = 0;
  return {
    hasRoomFor: (events, bytes) => held + events <= MOST_EVENTS && heldBytes + bytes <= MOST_BYTES,
    enter(events, bytes) {
      held += events;
      heldBytes += bytes;
    },
    leave(events, bytes) {
      held -= events;
      heldBytes -= bytes;
    },
  };
}
