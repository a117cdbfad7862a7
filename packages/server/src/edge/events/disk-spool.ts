import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { OLDEST_MS } from '../../event-store/ingest/judge-event.ts';
import type { Lane } from '../../event-store/ingest/lane.ts';
import { atMostEach, type Log } from '../../platform/base/log.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { EventSpool } from './event-spool.ts';
import type { EventTotals } from './event-totals.ts';
import { sealingKeyOf } from './sealed-segment.ts';
import {
  bytesOf,
  bytesOfKept,
  EXTENSION,
  type KeptCall,
  type Origin,
  readNext,
  readSegment,
  recordOf,
  type Segment,
} from './segment-file.ts';
import { Shelf } from './shelf.ts';
import { openSpoolRoom } from './spool-room.ts';

const SEGMENT_BYTES = 1024 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface SpoolOptions {
  readonly folder: string;
  /** The keys of this node. The first one seals; all open. */
  readonly keys: readonly string[];
  readonly mostBytes: number;
  readonly totals: EventTotals;
  readonly log: Log;
}

/**
 * Keeps calls in files that only this node's key opens. A call is kept once it is on the disk. After a crash, calls of a file
 * that was not done with are sent again: the service counts them once.
 */
export async function openDiskSpool(options: SpoolOptions): Promise<EventSpool> {
  const { folder, mostBytes, totals, log } = options;
  const keys = options.keys.map(sealingKeyOf);
  const [key] = keys;
  if (key === undefined) throw new Error('an edge node without a key');
  const room = openSpoolRoom(mostBytes);
  const shelves = new Map<string, Shelf>();
  const mayWarn = atMostEach(MINUTE_MS);
  const shelfOptions = {
    folder,
    key,
    segmentBytes: Math.min(SEGMENT_BYTES, mostBytes / 64),
    onTrouble(error: unknown): undefined {
      if (mayWarn()) log.error({ err: error }, 'events cannot be written to the disk');
    },
    onRemoved(segment: Segment) {
      for (const one of segment.calls) room.add(laneOf(segment, one), -bytesOfKept(one));
    },
  };

  function shelfOf({ companyId, environmentId }: Origin): Shelf {
    const origin = { companyId, environmentId };
    const shelf = shelves.get(environmentId) ?? new Shelf(origin, shelfOptions);
    shelves.set(environmentId, shelf);
    return shelf;
  }

  /** Reads what another process of this node has left. */
  async function load(): Promise<void> {
    const foreign: string[] = [];
    for (const file of await filesIn(folder)) {
      const segment = await readSegment(file, keys);
      if (segment === undefined) foreign.push(path.basename(file));
      else if (segment === 'UNFINISHED' || segment.calls.length === 0) await rm(file);
      else {
        shelfOf(segment.origin).take(segment);
        for (const one of segment.calls) room.add(laneOf(segment, one), bytesOfKept(one));
      }
    }
    if (foreign.length === 0) return;
    log.warn(
      { files: foreign },
      'events were kept with a key that this node does not have any more; with that key in COMPORTA_KEY they are sent',
    );
  }

  /** Files that no key opens; those of this node are emptied in that time. */
  async function removeOld(): Promise<void> {
    const own = new Set([...shelves.values()].flatMap((shelf) => shelf.files()));
    for (const file of await filesIn(folder)) {
      if (own.has(file)) continue;
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > OLDEST_MS) await rm(file);
    }
  }

  await load();
  const removing = doPeriodically(HOUR_MS, removeOld, log);
  removing.runNow();
  return {
    async first(environmentId) {
      const shelf = shelves.get(environmentId);
      for (let oldest = shelf?.oldest(); shelf && oldest; oldest = shelf.oldest()) {
        const call = await readNext(oldest.segment, oldest.kept);
        if (call !== undefined) return call;
        log.error({ file: path.basename(oldest.segment.file) }, 'events in a file are damaged');
        totals.drop('DAMAGED', Math.max(1, oldest.kept.events));
        await shelf.done();
      }
      return undefined;
    },
    async done(environmentId) {
      await shelves.get(environmentId)?.done();
    },
    async keep(call, { evenIfFull = false } = {}) {
      const record = await recordOf(call);
      const bytes = bytesOf(record);
      if (!evenIfFull && !room.hasRoom(call.lane, bytes)) return 'FULL';
      room.add(call.lane, bytes);
      const kept = await shelfOf(call.lane).keep(call, record);
      if (kept !== 'KEPT') room.add(call.lane, -bytes);
      return kept;
    },
    environments: () => shelves.keys(),
    waiting: (environmentId) => shelves.get(environmentId)?.waiting,
    bytes: () => room.all,
    async close() {
      await removing.close();
      await Promise.all([...shelves.values()].map((shelf) => shelf.close()));
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  // Names begin with the time.
  const files = names.filter((name) => name.endsWith(EXTENSION)).sort();
  return files.map((name) => path.join(folder, name));
}

function laneOf({ origin }: Segment, { isClient }: KeptCall): Lane {
  return { ...origin, isClient };
}
