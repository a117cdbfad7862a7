import type { CountEvent } from '@comporta/contract/events/event';
import { COUNTS_MOST, UNKNOWN_NAMES_MOST } from '@comporta/contract/events/event';
import { valueMark } from '@comporta/engine/uses/value-mark';
import { type Noted, noteUsage, type UsageNotes } from '../../evaluation/uses/usage-notes.ts';
import type { Lane } from '../../event-store/ingest/lane.ts';
import { RELAY } from '../../event-store/uses/program.ts';
import { weightIn } from '../../event-store/uses/weight.ts';
import type { Log } from '../../platform/base/log.ts';
import { doPeriodically } from '../../platform/database/periodic-work.ts';
import { type EventCall, ownCall } from './event-call.ts';
import type { KeepOptions, Kept } from './event-spool.ts';
import { tellOfLosses } from './lost-uses.ts';

const FLUSH_MS = 60_000;
/** Two full reports are less than the bytes that one call may have. */
const CALL_WEIGHT = 500;
/** How many reports of a key wait while there is no room for them. */
const WAITING_MOST = 2_000;

interface UseOptions {
  /** The key with this hash that a client has used. */
  readonly keyOf: (keyHash: string) => string | undefined;
  readonly keep: (call: EventCall, options?: KeepOptions) => Promise<Kept>;
  /** Identifies where calls are kept: what is kept in one place is sent in the order in which it came. */
  readonly sender: () => string;
  readonly log: Log;
}

export interface EdgeUses {
  readonly notes: UsageNotes;
  /** Notes that these events of a call, as far as they are reports of uses, do not reach the service. */
  lost(call: EventCall, events: readonly unknown[]): void;
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
export function reportEdgeUses({ keyOf, keep, sender, log }: UseOptions): EdgeUses {
  const notes = noteUsage();
  const waiting = new Map<string, Waiting>();
  const losses = tellOfLosses(handOver);
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
      const some = names.slice(place * UNKNOWN_NAMES_MOST, (place + 1) * UNKNOWN_NAMES_MOST);
      return {
        type: 'count',
        at,
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
      if (known.events.length < WAITING_MOST) {
        known.events = [...known.events, ...eventsOf(noted, at)];
        continue;
      }
      log.warn({ environment: noted.lane.environmentId }, 'uses find no room, and are lost');
      const key = keyOf(noted.keyHash);
      if (key !== undefined) losses.add({ key, lane: noted.lane }, [noted.userAgent]);
    }
  }

  async function flush(): Promise<void> {
    takeNoted();
    for (const [keyHash, one] of [...waiting]) {
      const key = keyOf(keyHash);
      if (key === undefined || (await handOverAll(one, { key, lane: one.lane }))) {
        waiting.delete(keyHash);
      }
    }
    await losses.tell();
  }

  /** What finds no room here is lost if this process ends, so the service has to hear of that before. */
  async function handOverAll(one: Waiting, by: Pick<EventCall, 'key' | 'lane'>): Promise<boolean> {
    while (one.events.length > 0) {
      const some = firstOf(one.events);
      if (!(await handOver(by, some))) {
        const clients = one.events.flatMap(({ client = [] }) => client);
        losses.add(by, clients);
        return false;
      }
      one.events = one.events.slice(some.length);
    }
    return true;
  }

  async function handOver(
    by: Pick<EventCall, 'key' | 'lane'>,
    events: readonly CountEvent[],
    options?: KeepOptions,
  ): Promise<boolean> {
    const id = sender();
    // Numbered in the order in which they are sent, whichever key they are sent with: the service takes no lower number.
    const number = (event: CountEvent, place: number) => ({
      ...event,
      sender: id,
      seq: seq + place + 1,
    });
    const call = ownCall(by, events.map(number), ` ${RELAY}`);
    const isKept = (await keep(call, options)) === 'KEPT';
    if (isKept) seq += events.length;
    return isKept;
  }

  const flushing = doPeriodically(FLUSH_MS, flush, log);
  return {
    notes,
    lost(call, events) {
      const reports = events.filter(isReport);
      if (reports.length > 0) {
        losses.add(
          call,
          reports.map(({ client = call.userAgent ?? '' }) => client),
        );
      }
    },
    flush,
    async close() {
      await flushing.close();
      await flush();
    },
  };
}

/** The service judges the rest. */
function isReport(event: unknown): event is { readonly client?: string } {
  const { type, client } = Object(event);
  return type === 'count' && (client === undefined || typeof client === 'string');
}

/** As many as one call may have; at least one. */
function firstOf(events: readonly CountEvent[]): readonly CountEvent[] {
  let count = 1;
  while (count < events.length && weightIn(events.slice(0, count + 1)) <= CALL_WEIGHT) count += 1;
  return events.slice(0, count);
}
