import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Lane } from '../../event-store/ingest/lane.ts';
import { atMostEach, type Log } from '../../platform/base/log.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { EventCall } from './event-call.ts';
import type { EventSpool, Kept } from './event-spool.ts';
import type { EventTotals } from './event-totals.ts';
import { type SealingKey, sealingKeyOf } from './sealed-segment.ts';
import {
  append,
  bytesOf,
  createSegment,
  EXTENSION,
  type KeptCall,
  readCall,
  readSegment,
  recordOf,
  type Segment,
} from './segment-file.ts';
import { openSpoolRoom } from './spool-room.ts';

const SEGMENT_BYTES = 1024 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No service takes older events. */
const KEPT_MS = 7 * 24 * HOUR_MS;

interface SpoolOptions {
  readonly folder: string;
  /** The keys of this node. The first one seals; all open. */
  readonly keys: readonly string[];
  readonly mostBytes: number;
  readonly totals: EventTotals;
  readonly log: Log;
}

interface Pending {
  readonly call: EventCall;
  readonly record: Buffer;
  readonly settle: (kept: Kept) => void;
}

/** What is kept of one environment. */
interface Shelf {
  readonly segments: Segment[];
  /** How many events wait to be sent. */
  events: number;
  pending: Pending[];
  isWriting: boolean;
}

/**
 * Keeps calls in files that only this node's key opens. A call is kept once it is on the disk; calls that come at the same
 * time share one write. After a crash, calls of a file that was not done with are sent again: the service counts them once.
 */
export async function openDiskSpool(options: SpoolOptions): Promise<EventSpool> {
  const { folder, mostBytes, totals, log } = options;
  const keys = options.keys.map(sealingKeyOf);
  const [sealing] = keys;
  if (sealing === undefined) throw new Error('an edge node without a key');
  const key: SealingKey = sealing;
  const room = openSpoolRoom(mostBytes);
  const segmentBytes = Math.min(SEGMENT_BYTES, mostBytes / 64);
  const shelves = new Map<string, Shelf>();
  const mayWarn = atMostEach(MINUTE_MS);

  function shelfOf(environmentId: string): Shelf {
    const known = shelves.get(environmentId);
    if (known !== undefined) return known;
    const shelf = { segments: [], events: 0, pending: [], isWriting: false };
    shelves.set(environmentId, shelf);
    return shelf;
  }

  /** Reads what another process of this node has left. */
  async function load(): Promise<void> {
    const foreign: string[] = [];
    for (const file of await filesIn(folder)) {
      const segment = await readSegment(file, keys);
      if (segment === undefined) foreign.push(file);
      else if (segment === 'UNFINISHED' || segment.calls.length === 0) await rm(file);
      else take(segment);
    }
    if (foreign.length === 0) return;
    const files = foreign.map((file) => path.basename(file));
    log.warn(
      { files },
      'events were kept with a key that this node does not have any more; with that key in COMPORTA_KEY they are sent',
    );
  }

  function take(segment: Segment): void {
    const shelf = shelfOf(segment.origin.environmentId);
    shelf.segments.push(segment);
    shelf.events += sum(segment.calls.map(({ events }) => events));
    for (const one of segment.calls) room.add(laneOf(segment, one), sealedBytes(one));
  }

  /** Files that no key opens; those of this node are emptied in that time. */
  async function removeOld(): Promise<void> {
    const own = new Set([...shelves.values()].flatMap(({ segments }) => segments.map(fileOf)));
    for (const file of await filesIn(folder)) {
      if (own.has(file)) continue;
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > KEPT_MS) await rm(file);
    }
  }

  /** Writes what waits to be written, until nothing does. */
  async function write(shelf: Shelf): Promise<void> {
    shelf.isWriting = true;
    while (shelf.pending.length > 0) {
      const last = shelf.segments.at(-1);
      const first = shelf.pending[0];
      const isOpen = last?.writer && first && hasPlace(last.writer.size, [first]);
      const segment = isOpen ? last : await beginSegment(shelf).catch(refused);
      const some = takePending(shelf, segment?.writer?.size ?? 0);
      const kept = segment === undefined ? 'UNWRITABLE' : await store(segment, some);
      if (kept === 'KEPT') shelf.events += sum(some.map(({ call }) => call.events.length));
      for (const { settle } of some) settle(kept);
    }
    shelf.isWriting = false;
    await Promise.all(shelf.segments.filter(isDone).map((one) => remove(shelf, one)));
  }

  async function beginSegment(shelf: Shelf): Promise<Segment> {
    const { lane } = shelf.pending[0]?.call ?? {};
    if (lane === undefined) throw new Error('nothing waits to be written');
    const { companyId, environmentId } = lane;
    await endWriting(shelf.segments.at(-1));
    const segment = await createSegment(folder, { origin: { companyId, environmentId }, key });
    shelf.segments.push(segment);
    return segment;
  }

  function hasPlace(size: number, some: readonly Pending[]): boolean {
    return size + sum(some.map(({ record }) => bytesOf(record))) <= segmentBytes;
  }

  /** As many as fit, at least one. */
  function takePending(shelf: Shelf, size: number): readonly Pending[] {
    let count = 1;
    while (count < shelf.pending.length && hasPlace(size, shelf.pending.slice(0, count + 1))) {
      count += 1;
    }
    return shelf.pending.splice(0, count);
  }

  async function store(segment: Segment, some: readonly Pending[]): Promise<Kept> {
    const { writer } = segment;
    if (writer === undefined) return 'UNWRITABLE';
    try {
      await append(segment, writer, some);
      return 'KEPT';
    } catch (error) {
      refused(error);
      // Half a record may be at its end: nothing is written behind it.
      await endWriting(segment);
      return 'UNWRITABLE';
    }
  }

  function refused(error: unknown): undefined {
    if (mayWarn()) log.error({ err: error }, 'events cannot be written to the disk');
  }

  /** It may be asked twice for the same one: by who wrote to it, and by who was done with it. */
  async function remove({ segments }: Shelf, segment: Segment): Promise<void> {
    const place = segments.indexOf(segment);
    if (place < 0) return;
    segments.splice(place, 1);
    for (const one of segment.calls) room.add(laneOf(segment, one), -sealedBytes(one));
    await endWriting(segment);
    await rm(segment.file, { force: true });
  }

  /** Where the oldest call of an environment is. */
  function oldestOf(environmentId: string) {
    const shelf = shelves.get(environmentId);
    const segment = shelf?.segments.find((one) => !isDone(one));
    const kept = segment?.calls[segment.done];
    return shelf && segment && kept && { shelf, segment, kept };
  }

  async function done(environmentId: string): Promise<void> {
    const oldest = oldestOf(environmentId);
    if (oldest === undefined) return;
    const { shelf, segment, kept } = oldest;
    segment.done += 1;
    shelf.events -= kept.events;
    if (!shelf.isWriting && isDone(segment)) await remove(shelf, segment);
  }

  async function first(environmentId: string): Promise<EventCall | undefined> {
    for (;;) {
      const oldest = oldestOf(environmentId);
      if (oldest === undefined) return undefined;
      const { segment, kept } = oldest;
      const call = await readCall(segment, kept);
      if (call !== undefined) return call;
      log.error({ file: path.basename(segment.file) }, 'events in a file are damaged');
      totals.drop('DAMAGED', Math.max(1, kept.events));
      await done(environmentId);
    }
  }

  await load();
  const removing = doPeriodically(HOUR_MS, removeOld, log);
  removing.runNow();
  return {
    first,
    done,
    async keep(call) {
      const record = await recordOf(call);
      if (!room.hasRoom(call.lane, bytesOf(record))) return 'FULL';
      room.add(call.lane, bytesOf(record));
      const shelf = shelfOf(call.lane.environmentId);
      const { promise, resolve } = Promise.withResolvers<Kept>();
      shelf.pending.push({ call, record, settle: resolve });
      if (!shelf.isWriting) void write(shelf);
      const kept = await promise;
      if (kept !== 'KEPT') room.add(call.lane, -bytesOf(record));
      return kept;
    },
    environments: () => shelves.keys(),
    waiting(environmentId) {
      const oldest = oldestOf(environmentId);
      if (oldest === undefined) return undefined;
      return { events: oldest.shelf.events, oldestAt: new Date(oldest.kept.receivedAtMs) };
    },
    bytes: () => room.all,
    async close() {
      await removing.close();
      const all = [...shelves.values()].flatMap(({ segments }) => segments);
      await Promise.all(all.map(endWriting));
    },
  };
}

async function endWriting(segment: Segment | undefined): Promise<void> {
  const handle = segment?.writer?.handle;
  if (segment === undefined || handle === undefined) return;
  segment.writer = undefined;
  await handle.close().catch(() => {}); // What was kept is on the disk.
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  // Names begin with the time.
  const files = names.filter((name) => name.endsWith(EXTENSION)).sort();
  return files.map((name) => path.join(folder, name));
}

function fileOf({ file }: Segment): string {
  return file;
}

function isDone({ calls, done }: Segment): boolean {
  return done === calls.length;
}

function laneOf({ origin }: Segment, { isClient }: KeptCall): Lane {
  return { ...origin, isClient };
}

/** As `bytesOf` its record. */
function sealedBytes({ length }: KeptCall): number {
  return length + 4;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
