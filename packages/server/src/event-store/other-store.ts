import type { Pulse } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import type { EventStore } from './event-store.ts';
import type { Gathering } from './ingest/commit-line.ts';

/** A store of raw events outside of the service's own database. Events may still be there, and be moved while the service runs. */
export interface OtherStore {
  /** Whether raw events are there, and all of them. */
  isInUse(): Promise<boolean>;
  /** The store, with the connections that the caller may use. */
  on(sql: Sql): EventStore;
  /** Counts what was stored since the last count; false as soon as another node counts. */
  count(rawSince: Date): Promise<boolean>;
  /** Drops the days that are no longer kept, and some of what belongs to deleted phases and environments; answers whether that was all. */
  sweep(): Promise<boolean>;
  /** How calls are gathered before they are stored: a server of columns wants few large inserts. */
  readonly gathering: Gathering;
  readonly pulse: Pick<Pulse, 'away' | 'onAway'>;
  /** Ends a count that is running. */
  stopCounting(): void;
  close(): Promise<void>;
}

/** Away while one of two is. */
export function eitherAway(
  one: Pick<Pulse, 'away' | 'onAway'>,
  other: Pick<Pulse, 'away' | 'onAway'>,
): Pick<Pulse, 'away' | 'onAway'> {
  return {
    away: () => one.away() ?? other.away(),
    onAway(callback) {
      const ends = [one.onAway(callback), other.onAway(callback)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
