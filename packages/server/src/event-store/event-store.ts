import type { Moments } from '@comporta/stats/moments';
import type { Sql } from '../platform/database/database.ts';
import type { RawEvents } from './raw-events.ts';
import type { StoredTally } from './stored-today.ts';

/** The number of values of a property that are counted by name; all others share this level. Source: RES-34. */
export const NAMED_LEVELS = 20;
/** While there are fewer, a client key may name further ones; others are for servers and for values in conditions. Source: FAIR-28. */
export const CLIENT_LEVELS = 10;

/** A unit was given a value of a measured split. */
export interface NewExposure {
  readonly phaseId: string;
  readonly environmentId: string;
  readonly unit: string;
  /** Whether the unit is a value of a property, and no user: such units are counted every 5 minutes. */
  readonly isOfProperty?: boolean;
  readonly bucket: number;
  readonly valueIx: number;
  readonly carried: boolean;
  readonly at: Date;
  /** The level of each segment of the plan; -1 where the user has no value. */
  readonly segments: readonly number[] | null;
}

/** A unit did something that metrics may count. */
export interface NewEvent {
  readonly environmentId: string;
  readonly eventId: string;
  /** The UTC day whose partition stores the event; the same whenever the event is sent again. */
  readonly day: string;
  readonly unit: string;
  /** As in an exposure. */
  readonly isOfProperty?: boolean;
  readonly eventKeyId: number;
  readonly at: Date;
  readonly value: number | null;
  readonly trusted: boolean;
  readonly skewed: boolean;
}

export interface Batch {
  readonly exposures: readonly NewExposure[];
  readonly events: readonly NewEvent[];
}

/** Whether each item of a batch was new, in the order of the batch. */
export interface Appended {
  readonly exposures: readonly boolean[];
  readonly events: readonly boolean[];
}

/** How often something happened in an environment within one hour. */
export interface Counted {
  readonly environmentId: string;
  readonly hour: Date;
  readonly kind: string;
  readonly code: string;
  readonly count: number;
}

/** How often something happened in an environment since some hour. */
export type Tally = Pick<Counted, 'kind' | 'code' | 'count'>;

/** Some codes of a kind; all of them where `codes` is absent. */
export interface WantedTally {
  readonly kind: string;
  readonly codes?: readonly string[];
}

/** The moments of the units of one value that were exposed on one day. */
export interface CohortMoments {
  readonly valueIx: number;
  readonly cohortDay: string;
  readonly moments: Moments;
  /** The number of units whose total reached the cap. */
  readonly capped: number;
}

export interface CohortUnits {
  readonly valueIx: number;
  readonly cohortDay: string;
  /** Units that are not carried, including bots. */
  readonly units: number;
  readonly carried: number;
  readonly bots: number;
}

/** The units of a whole phase that have one value and were exposed on one day. */
export interface PhaseUnits extends CohortUnits {
  /** Of the units that count, those that had another value in an earlier phase. */
  readonly marked: number;
}

/** The counts of the units that have one value of a property. */
export interface SegmentLevel {
  /** Undefined for the level that all unnamed values share. */
  readonly name: string | undefined;
  readonly units: readonly CohortUnits[];
  /** The key is the number of the metric. */
  readonly moments: ReadonlyMap<number, readonly CohortMoments[]>;
}

/** How far a move of events from one store to another has come. */
export interface Moving {
  readonly daysDone: number;
  readonly days: number;
}

/** Stores events, and answers the counts made from them. Source: RES-40. */
export interface EventStore extends RawEvents {
  /** Whether a store outside of the service's own database does not answer; never for that database. */
  isAway(): boolean;
  /** How many of the days with events were moved to this store; undefined while none are being moved. Source: SCL-48. */
  moving(): Promise<Moving | undefined>;
  /** Stores a batch, all or nothing; what is already stored stays. */
  append(batch: Batch, tooSlow?: AbortSignal): Promise<Appended>;
  /**
   * The moments of a phase by the number of the metric, each in the order of its days. For a metric in
   * `closedBefore`, only the days before the given day.
   */
  moments(
    phaseId: string,
    closedBefore?: ReadonlyMap<number, string>,
  ): Promise<ReadonlyMap<number, readonly CohortMoments[]>>;
  exposureCounts(phaseId: string): Promise<PhaseUnits[]>;
  /** The values of one property of the plan, in the order in which they first arrived. */
  segmentLevels(phaseId: string, segment: number): Promise<SegmentLevel[]>;
  count(counted: readonly Counted[]): Promise<void>;
  /**
   * The counts of the hours that begin at `since` or later, added up because two months have 1,440 hours. All kinds
   * and codes of months are a lot of rows: a caller that asks for months names what it wants in `of`.
   */
  counters(environmentId: string, since: Date, of?: readonly WantedTally[]): Promise<Tally[]>;
  /** What was stored of these environments since an hour. */
  storedSince(environmentIds: readonly string[], since: Date): Promise<StoredTally[]>;
  /**
   * Deletes everything known about a unit; answers the number of deleted records. A store in the service's own
   * database does so in the transaction `sql`, which also writes the audit log.
   */
  erase(sql: Sql, environmentId: string, unit: string): Promise<number>;
}
