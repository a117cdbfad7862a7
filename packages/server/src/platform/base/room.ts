/** What all callers, one company and one of its lanes hold of a room. */
export interface RoomState {
  readonly room: number;
  readonly all: number;
  readonly company: number;
  readonly lane: number;
  readonly isClient: boolean;
}

/** Who wants to hold something. The name of a lane tells it from those of all companies. */
export interface Holder {
  readonly company: string;
  readonly lane: string;
  /** Whether it uses a client key, which anybody may have. */
  readonly isClient: boolean;
}

/** Room for things that wait or stay. Nobody can fill it, so there is always some for a newcomer. */
export interface Room {
  /** How much is held. */
  readonly all: number;
  /** How many companies and lanes hold something. */
  readonly holders: number;
  /** Returns false, and holds nothing more, when there is no room. */
  take(holder: Holder, n: number): boolean;
  /** Must be called once for all that was taken. */
  giveBack(holder: Holder, n: number): void;
}

/** Whether n more may be held. A company alone fills three quarters, a client key alone half. Source: FAIR-05. */
export function fits({ room, all, company, lane, isClient }: RoomState, n: number): boolean {
  const free = room - all;
  return n <= free && company + n <= 3 * free && (!isClient || lane + n <= free);
}

export function openRoom(room: number): Room {
  let all = 0;
  const byCompany = new Map<string, number>();
  const byLane = new Map<string, number>();

  function add({ company, lane }: Holder, n: number): void {
    all += n;
    addTo(byCompany, company, n);
    addTo(byLane, lane, n);
  }

  return {
    get all() {
      return all;
    },
    get holders() {
      return byCompany.size + byLane.size;
    },
    take(holder, n) {
      const company = byCompany.get(holder.company) ?? 0;
      const lane = byLane.get(holder.lane) ?? 0;
      const isRoom = fits({ room, all, company, lane, isClient: holder.isClient }, n);
      if (isRoom) add(holder, n);
      return isRoom;
    },
    giveBack: (holder, n) => add(holder, -n),
  };
}

/** Forgets who holds nothing. */
function addTo(held: Map<string, number>, key: string, n: number): void {
  const sum = (held.get(key) ?? 0) + n;
  if (sum === 0) held.delete(key);
  else held.set(key, sum);
}
