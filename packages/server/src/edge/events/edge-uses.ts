import { randomUUID } from 'node:crypto';
import type { CountEvent } from '@comporta/contract/events/event';
import { COUNTS_MOST, UNKNOWN_NAMES_MOST } from '@comporta/contract/events/event';
import { valueMark } from '@comporta/engine/uses/value-mark';
import { type Noted, noteUsage, type UsageNotes } from '../../evaluation/uses/usage-notes.ts';
import type { Lane } from '../../event-store/ingest/lane.ts';
import { RELAY } from '../../event-store/uses/program.ts';
import { weightIn } from '../../event-store/uses/weight.ts';
import type { Log } from '../../platform/base/log.ts';
import { VERSION } from '../../platform/base/version.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import type { EventCall } from './event-call.ts';
import type { Kept } from './event-spool.ts';

const FLUSH_MS = 60_000;
/** Two full reports are less than the bytes that one call may have. */
const CALL_WEIGHT = 500;
/** How many reports of a key wait while there is no room for them. */
const WAITING_MOST = 2_000;

interface UseOptions {
  /** The key with this hash that a client has used. */
  readonly keyOf: (keyHash: string) => string | undefined;
  readonly keep: (call: EventCall) => Promise<Kept>;
  readonly log: Log;
}

export interface EdgeUses {
  readonly notes: UsageNotes;
  /** Hands over what was noted; what finds no room stays. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The reports of a key that wait. */
interface Waiting {
  readonly lane: Lane;
  events: readonly CountEvent[];
}

/**
 * What this node answers its clients becomes reports in their names, with the key that had asked. Clients that count
 * themselves report through this node. Source: LIF-06.
 */
export function reportEdgeUses({ keyOf, keep, log }: UseOptions): EdgeUses {
  const notes = noteUsage();
  const sender = randomUUID();
  const waiting = new Map<string, Waiting>();
  let seq = 0;

  function eventsOf({ userAgent: client, uses, unknown, ...noted }: Noted, at: string) {
    const counts = [...uses].map(([{ toggle, value, ruleId }, n]) => ({
      toggle: toggle.name,
      value: valueMark(value),
      ...(ruleId !== undefined && { ruleId }),
      n,
    }));
    const names = [...unknown].map(([toggle, n]) => ({ toggle, n }));
    const reports = Math.max(
      1,
      Math.ceil(counts.length / COUNTS_MOST),
      Math.ceil(names.length / UNKNOWN_NAMES_MOST),
      Number(noted.gotAll) + Number(noted.gotRules),
    );
    const asked = [noted.gotAll ? 'BULK' : [], noted.gotRules ? 'SNAPSHOT' : []].flat();
    return Array.from({ length: reports }, (_, place): CountEvent => {
      seq += 1;
      const some = names.slice(place * UNKNOWN_NAMES_MOST, (place + 1) * UNKNOWN_NAMES_MOST);
      return {
        type: 'count',
        at,
        sender,
        seq,
        client,
        counts: counts.slice(place * COUNTS_MOST, (place + 1) * COUNTS_MOST),
        ...(some.length > 0 && { unknown: some }),
        ...(asked[place] !== undefined && { asked: asked[place] }),
      } as CountEvent; // `asked` has no other texts.
    });
  }

  function takeNoted(): void {
    const at = new Date().toISOString();
    for (const noted of notes.take()) {
      const known = waiting.get(noted.keyHash) ?? { lane: noted.lane, events: [] };
      waiting.set(noted.keyHash, known);
      if (known.events.length < WAITING_MOST)
        known.events = [...known.events, ...eventsOf(noted, at)];
      else log.warn({ environment: noted.lane.environmentId }, 'uses find no room, and are lost');
    }
  }

  async function flush(): Promise<void> {
    takeNoted();
    for (const [keyHash, one] of [...waiting]) {
      const key = keyOf(keyHash);
      while (key !== undefined && one.events.length > 0) {
        const some = firstOf(one.events);
        if (!(await isHandedOver(some, { key, lane: one.lane }))) return;
        one.events = one.events.slice(some.length);
      }
      waiting.delete(keyHash);
    }
  }

  async function isHandedOver(events: readonly CountEvent[], by: Pick<EventCall, 'key' | 'lane'>) {
    const receivedAt = new Date();
    const userAgent = `comporta-edge/${VERSION} ${RELAY}`;
    const kept = await keep({ ...by, userAgent, receivedAt, sentAt: receivedAt, events });
    return kept === 'KEPT';
  }

  const flushing = doPeriodically(FLUSH_MS, flush, log);
  return {
    notes,
    flush,
    async close() {
      await flushing.close();
      await flush();
    },
  };
}

/** As many as one call may have; at least one. */
function firstOf(events: readonly CountEvent[]): readonly CountEvent[] {
  let count = 1;
  while (count < events.length && weightIn(events.slice(0, count + 1)) <= CALL_WEIGHT) count += 1;
  return events.slice(0, count);
}
