import type { EventCall } from './event-call.ts';

/** FULL: there is no room for this sender. UNWRITABLE: the disk does not take it. */
export type Kept = 'KEPT' | 'FULL' | 'UNWRITABLE';

export interface KeepOptions {
  readonly evenIfFull?: boolean;
}

export interface Waiting {
  /** How many events wait. */
  readonly events: number;
  /** When the oldest of them was received. */
  readonly oldestAt: Date;
}

/** The calls that wait to be sent to the service, of each environment in the order in which they came. */
export interface EventSpool {
  /** `evenIfFull` is for a few short calls of this node that must not be lost. */
  keep(call: EventCall, options?: KeepOptions): Promise<Kept>;
  /** The environments of which something waits. */
  environments(): Iterable<string>;
  /** Undefined where nothing of the environment waits. */
  waiting(environmentId: string): Waiting | undefined;
  /** The oldest call of an environment. */
  first(environmentId: string): Promise<EventCall | undefined>;
  /** The oldest call is done with. */
  done(environmentId: string): Promise<void>;
  /** How much room is taken. */
  bytes(): number;
  close(): Promise<void>;
}
