import { Heap, type InHeap, NOWHERE } from './heap.ts';

/** What waits for a part of the node, taken so that each company gets an equal part, and in it each of its lanes. */
export interface FairOrder<Item> {
  /** How many items wait. */
  readonly size: number;
  /** How many lanes of all levels are remembered. */
  readonly lanes: number;
  /**
   * Lets an item wait in the lane of this path, which has as many levels as that of every other item; first in, first
   * out. The returned function takes it out of the order again, and answers whether it still waited.
   */
  add(path: readonly string[], size: number, item: Item): () => boolean;
  /** The item that `take` will take. */
  next(): Item | undefined;
  /** With `isFull`, lanes of the first level that have enough come after all others; few may have enough at once. */
  take(isFull?: (key: string) => boolean): Item | undefined;
}

/** A lane of some level or, below the last level, an item. */
interface Waiting extends InHeap {
  /** How much the lane has been served; who has the least is next. */
  tag: number;
  /** When it began to wait. */
  since: number;
}

interface Lane<Item> extends Waiting {
  readonly key: string;
  readonly parent: Lane<Item> | undefined;
  readonly lanes: Map<string, Lane<Item>>;
  readonly waiting: Heap<Lane<Item> | Entry<Item>>;
  /** The tag of the lane in it that was served last. Lanes begin to wait with it, because idle time earns nothing. */
  level: number;
  /** With so many lanes it forgets those that wait for nothing. */
  most: number;
}

interface Entry<Item> extends Waiting {
  readonly lane: Lane<Item>;
  readonly size: number;
  readonly item: Item;
}

const FEW_LANES = 1_000;

/** Start-time fair queueing on each level. A step costs the logarithm of the number of lanes that wait. */
export function fairOrder<Item>(): FairOrder<Item> {
  const root = newLane<Item>('', undefined);
  let began = 0;
  let size = 0;

  function begin(lane: Lane<Item>, waiting: Lane<Item> | Entry<Item>): void {
    const isFirst = lane.waiting.first === undefined;
    began += 1;
    waiting.since = began;
    lane.waiting.add(waiting);
    if (!isFirst || lane.parent === undefined) return;
    lane.tag = Math.max(lane.tag, lane.parent.level);
    begin(lane.parent, lane);
  }

  /** Ends the waiting of an entry that was served this much. */
  function end(entry: Entry<Item>, served: number): void {
    size -= 1;
    entry.lane.waiting.remove(entry);
    for (let lane = entry.lane; lane.parent !== undefined; lane = lane.parent) {
      const { parent } = lane;
      if (served > 0) parent.level = lane.tag;
      lane.tag += served;
      if (lane.waiting.first === undefined) parent.waiting.remove(lane);
      else parent.waiting.moved(lane);
    }
    if (size === 0) root.lanes.clear();
    if (size === 0) root.level = 0;
  }

  function first(): Entry<Item> | undefined {
    let next: Lane<Item> | Entry<Item> | undefined = root;
    while (next !== undefined && 'waiting' in next) next = next.waiting.first;
    return next;
  }

  /** The first entry of the lanes that do not have enough. */
  function firstOfOthers(isFull: (key: string) => boolean): Entry<Item> | undefined {
    const aside: Lane<Item>[] = [];
    let lane = root.waiting.first;
    while (lane !== undefined && 'waiting' in lane && isFull(lane.key)) {
      root.waiting.remove(lane);
      aside.push(lane);
      lane = root.waiting.first;
    }
    const found = first();
    for (const one of aside) root.waiting.add(one);
    return found;
  }

  return {
    get size() {
      return size;
    },
    get lanes() {
      return countLanes(root);
    },
    add(path, itemSize, item) {
      let lane = root;
      for (const key of path) lane = laneIn(lane, key);
      const entry = { lane, size: itemSize, item, tag: 0, since: 0, place: NOWHERE };
      size += 1;
      begin(lane, entry);
      return () => {
        const isWaiting = entry.place !== NOWHERE;
        if (isWaiting) end(entry, 0);
        return isWaiting;
      };
    },
    next: () => first()?.item,
    take(isFull) {
      const entry = (isFull && firstOfOthers(isFull)) ?? first();
      if (entry !== undefined) end(entry, entry.size);
      return entry?.item;
    },
  };
}

function newLane<Item>(key: string, parent: Lane<Item> | undefined): Lane<Item> {
  const waiting = new Heap<Lane<Item> | Entry<Item>>(isBefore);
  const lanes = new Map<string, Lane<Item>>();
  return {
    key,
    parent,
    lanes,
    waiting,
    level: 0,
    most: FEW_LANES,
    tag: 0,
    since: 0,
    place: NOWHERE,
  };
}

function laneIn<Item>(parent: Lane<Item>, key: string): Lane<Item> {
  const known = parent.lanes.get(key);
  if (known !== undefined) return known;
  const lane = newLane(key, parent);
  if (parent.lanes.size >= parent.most) forgetIdle(parent);
  parent.lanes.set(key, lane);
  return lane;
}

/** Strangers may make lanes: what those that wait for nothing had more than others is forgotten when they are many. */
function forgetIdle<Item>(parent: Lane<Item>): void {
  for (const [key, lane] of parent.lanes) {
    if (lane.place === NOWHERE) parent.lanes.delete(key);
  }
  parent.most = Math.max(FEW_LANES, 2 * parent.lanes.size);
}

function countLanes<Item>(parent: Lane<Item>): number {
  return [...parent.lanes.values()].reduce((count, lane) => count + 1 + countLanes(lane), 0);
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.tag === other.tag ? one.since < other.since : one.tag < other.tag;
}
