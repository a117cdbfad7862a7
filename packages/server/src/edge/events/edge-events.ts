import { randomUUID } from 'node:crypto';
import type { Log } from '../../platform/base/log.ts';
import { createTally } from '../../platform/base/tally.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { Measure } from '../../process/measure.ts';
import { type AskService, askServiceAt } from './ask-service.ts';
import { type Deliveries, type EventsStatus, openDeliveries } from './deliveries.ts';
import { openDiskSpool } from './disk-spool.ts';
import { type EdgeExposures, recordAtEdge } from './edge-exposures.ts';
import { type EdgeUses, reportEdgeUses } from './edge-uses.ts';
import { eventMeasures } from './event-measures.ts';
import type { EventSpool } from './event-spool.ts';
import { countEvents } from './event-totals.ts';
import { lockFolder } from './folder-lock.ts';
import { openMemorySpool } from './memory-spool.ts';

/** What a node that keeps no events may hold of exposures that wait. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const LAST_MS = 10_000;
const OPEN_AGAIN_MS = 10_000;

interface EdgeEventOptions {
  readonly upstream: string;
  readonly keys: readonly string[];
  readonly keyOf: (keyHash: string) => string | undefined;
  readonly folder: string;
  /** How much is kept on the disk; 0 for nothing. */
  readonly mostBytes: number;
  readonly log: Log;
}

/** The events of an edge node: those of clients, and the exposures of its own evaluations. */
export interface EdgeEvents {
  readonly ask: AskService;
  /** What keeps the events of clients; undefined while this node keeps none. */
  readonly keeping: () => Deliveries | undefined;
  readonly exposures: EdgeExposures;
  readonly uses: EdgeUses;
  readonly status: (environmentId: string) => EventsStatus;
  readonly measures: readonly Measure[];
  close(): Promise<void>;
}

interface Line {
  readonly sender: string;
  readonly spool: EventSpool;
  readonly deliveries: Deliveries;
}

export async function openEdgeEvents(options: EdgeEventOptions): Promise<EdgeEvents> {
  const { upstream, keys, keyOf, folder, mostBytes, log } = options;
  const ask = askServiceAt(upstream);
  const totals = countEvents();
  const lineOf = (spool: EventSpool): Line => {
    const deliveries = openDeliveries({ spool, ask, totals, onLost: uses.lost, log });
    return { sender: randomUUID(), spool, deliveries };
  };
  const uses = reportEdgeUses({
    keyOf,
    keep: (call, options) => present().deliveries.keep(call, options),
    sender: () => present().sender,
    log,
  });
  const inMemory = lineOf(openMemorySpool(MEMORY_BYTES));
  let onDisk: (Line & { readonly unlock: () => Promise<void> }) | undefined;
  let hasWarned = false;

  function warnOnce(about: object, message: string): void {
    if (!hasWarned) log.error(about, message);
    hasWarned = true;
  }

  /** Where it fails the node works as one that keeps nothing, and tries again: evaluations do not need it. */
  async function openDisk(): Promise<void> {
    if (onDisk !== undefined) return;
    try {
      const unlock = await lockFolder(folder);
      if (typeof unlock !== 'function') {
        warnOnce(unlock, 'another process keeps events in this DATA_DIR; this one keeps none');
        return;
      }
      try {
        const spool = await openDiskSpool({ folder, keys, mostBytes, totals, log });
        onDisk = { ...lineOf(spool), unlock };
      } catch (error) {
        await unlock();
        throw error;
      }
    } catch (error) {
      warnOnce({ err: error }, 'events cannot be kept on the disk');
    }
  }

  function present(): Line {
    return onDisk ?? inMemory;
  }

  if (mostBytes > 0) await openDisk();
  const opening = mostBytes > 0 ? doPeriodically(OPEN_AGAIN_MS, openDisk, log) : undefined;
  const dropped = createTally('environment');
  const exposures = recordAtEdge({
    keyOf,
    keep: (call) => present().deliveries.keep(call),
    onDropped: dropped.add,
    log,
  });
  return {
    ask,
    exposures,
    uses,
    keeping: () => onDisk?.deliveries,
    status: (environmentId) => present().deliveries.status(environmentId),
    measures: eventMeasures({ totals, dropped, spool: () => present().spool }),
    async close() {
      await opening?.close();
      await exposures.close();
      await uses.close();
      const lines = onDisk === undefined ? [inMemory] : [inMemory, onDisk];
      await Promise.all(lines.map(({ deliveries }) => deliveries.finish(LAST_MS)));
      for (const { spool } of lines) await spool.close();
      await onDisk?.unlock();
    },
  };
}
