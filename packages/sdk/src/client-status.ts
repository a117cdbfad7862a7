import type { EventsStatus } from '@comporta/client-core/events/event-queue';
import type { UsageStatus } from '@comporta/client-core/events/use-reporter';
import type { ListStatus } from '@comporta/client-core/lists/follow-lists';

/** The state of a client. `onStateChange()` reports each change. */
export type ClientState =
  /** The service has not responded yet. There are values already if a file or a bootstrap provided them. */
  | 'STARTING'
  /** The service has never been reached, and there are no values. */
  | 'UNREACHABLE'
  /** The values are those of the service. */
  | 'READY'
  /** The service is unavailable. The last known values are served, without a time limit. */
  | 'STALE'
  /** The service rejected the key. The last known values are served; the client retries every few minutes. */
  | 'REFUSED'
  /** `close()` was called. The values stay, and are no longer updated. */
  | 'CLOSED';

/** The state of a client with the details that help to find a problem. */
export interface ClientStatus {
  readonly state: ClientState;
  /** Revision of the values served; undefined while there are none. */
  readonly revision: number | undefined;
  /** Time since the values were last known to be the newest; undefined when they never were. */
  readonly snapshotAgeMs: number | undefined;
  /** Whether the service pushes changes. If not, the client polls. */
  readonly connected: boolean;
  /** The most recent error. It stays after recovery. */
  readonly lastError: { readonly message: string; readonly at: Date } | undefined;
  /** Counts of the exposures and tracked events. */
  readonly events: EventsStatus;
  /** The lists of ids that the environment uses; one without a version is not loaded. */
  readonly lists: readonly ListStatus[];
  /** Whether it reports which toggles are used. */
  readonly usage: UsageStatus;
}
