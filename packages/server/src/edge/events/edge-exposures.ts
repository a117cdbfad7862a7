import type { ExposureSink } from '../../evaluation/events/exposure-recorder.ts';
import { holderOf } from '../../event-store/ingest/lane.ts';
import type { Recorded } from '../../event-store/ingest/recorded-exposures.ts';
import type { Log } from '../../platform/base/log.ts';
import { openRoom } from '../../platform/base/room.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { type EventCall, ownCall } from './event-call.ts';
import type { Kept } from './event-spool.ts';

const BATCH_MOST = 500;
const FLUSH_MS = 5_000;
/** As in the service. Source: FAIR-16. */
const MOST_RECORDED = 20_000;
const SEGMENT_VALUE_MAX_CHARS = 256;

interface ExposureOptions {
  /** The key with this hash that a client has used; the hash is all that the service tells a node of it. */
  readonly keyOf: (keyHash: string) => string | undefined;
  readonly keep: (call: EventCall) => Promise<Kept>;
  readonly onDropped: (environmentId: string) => void;
  readonly log: Log;
}

export interface EdgeExposures extends ExposureSink {
  /** Hands over everything that was recorded; what finds no room stays. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The exposures of this node's evaluations become calls with the key that had asked, so that its trust, names and limits
 * hold. Source: SCL-34.
 */
export function recordAtEdge({ keyOf, keep, onDropped, log }: ExposureOptions): EdgeExposures {
  const room = openRoom(MOST_RECORDED);
  /** By the hash of the key. */
  const recorded = new Map<string, Recorded[]>();

  async function flush(): Promise<void> {
    for (const [keyHash, taken] of [...recorded]) {
      recorded.delete(keyHash);
      for (let from = 0; from < taken.length; from += BATCH_MOST) {
        const batch = taken.slice(from, from + BATCH_MOST);
        if (await isHandedOver(keyHash, batch)) continue;
        recorded.set(keyHash, [...taken.slice(from), ...(recorded.get(keyHash) ?? [])]);
        break;
      }
    }
  }

  async function isHandedOver(keyHash: string, batch: readonly Recorded[]): Promise<boolean> {
    const key = keyOf(keyHash);
    const [first] = batch;
    if (key === undefined || first === undefined) return false;
    const { lane } = first;
    const kept = await keep(ownCall({ lane, key }, batch.map(eventOf)));
    if (kept === 'KEPT') room.giveBack(holderOf(lane), batch.length);
    return kept === 'KEPT';
  }

  const flushing = doPeriodically(FLUSH_MS, flush, log);

  function drop({ environmentId }: Recorded): void {
    onDropped(environmentId);
  }

  return {
    counts: { add() {} }, // The service counts what this node was asked by what it is sent.
    record(one) {
      if (!room.take(holderOf(one.lane), 1)) {
        drop(one);
        return false;
      }
      const ofKey = recorded.get(one.keyHash) ?? [];
      recorded.set(one.keyHash, ofKey);
      if (ofKey.push(one) === BATCH_MOST) flushing.runNow();
      return true;
    },
    flush,
    async close() {
      await flushing.close();
      await flush();
    },
  };
}

function eventOf({ exposure, toggle, uid, at, properties = {}, segments }: Recorded) {
  const known = segments.flatMap((key) => {
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return SENT.has(typeof value) ? [[key, shortened(value)] as const] : [];
  });
  return {
    type: 'exposure',
    toggle,
    ...exposure,
    uid,
    at: at.toISOString(),
    ...(known.length > 0 && { segments: Object.fromEntries(known) }),
  };
}

/** Of other types there is no level. */
const SENT: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** The service names levels by fewer characters. */
function shortened(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, SEGMENT_VALUE_MAX_CHARS) : value;
}
