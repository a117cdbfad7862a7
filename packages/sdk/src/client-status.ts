import type { EventsStatus } from '@comporta/client-core/events/event-queue';

export type ClientState =
  /** The service has not answered yet. There are values already when there is a file or bootstrap. */
  | 'STARTING'
  /** The service was not reached yet, and there are no values. */
  | 'UNREACHABLE'
  /** Values are those of the service. */
  | 'READY'
  /** The service cannot be reached; the last known values are served, for ever. */
  | 'STALE'
  /** The key opens nothing; the last known values are served, and the service is asked rarely. */
  | 'REFUSED'
  /** Values stay, and nothing changes them any more. */
  | 'CLOSED';

export interface ClientStatus {
  readonly state: ClientState;
  /** Of the values served; undefined while there are none. */
  readonly revision: number | undefined;
  /** How long ago the values were known to be the newest; undefined when they never were. */
  readonly snapshotAgeMs: number | undefined;
  /** Whether changes are pushed. Without, they come by polling. */
  readonly connected: boolean;
  /** What went wrong last, also when all is well since. */
  readonly lastError: { readonly message: string; readonly at: Date } | undefined;
  /** What became of exposures and of what was tracked. */
  readonly events: EventsStatus;
}
