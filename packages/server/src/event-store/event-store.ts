import type { Moments } from '@comporta/stats/moments';
import type { Sql } from '../platform/database/database.ts';

/** So many values of a property have a name of their own; all others are one, of this number. Source: RES-34. */
export const NAMED_LEVELS = 20;

/** Somebody was given a value of a measured split. */
export interface NewExposure {
  readonly phaseId: string;
  readonly environmentId: string;
  readonly unit: string;
  readonly bucket: number;
  readonly valueIx: number;
  readonly carried: boolean;
  readonly at: Date;
  /** The values of the plan's segments; -1 where the user has none. */
  readonly segments: readonly number[] | null;
}

/** Somebody did something that metrics may count. */
export interface NewEvent {
  readonly environmentId: string;
  readonly eventId: string;
  /** Of its partition: the same whenever it is sent again. */
  readonly day: string;
  readonly unit: string;
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

/** Whether each of a batch was new, in its order. */
export interface Appended {
  readonly exposures: readonly boolean[];
  readonly events: readonly boolean[];
}

/** One more of something that happened in an environment. */
export interface Counted {
  readonly environmentId: string;
  readonly hour: Date;
  readonly kind: string;
  readonly code: string;
  readonly count: number;
}

/** How often something happened in an environment since some hour. */
export type Tally = Pick<Counted, 'kind' | 'code' | 'count'>;

/** Of a kind some codes, or all of them. */
export interface WantedTally {
  readonly kind: string;
  readonly codes?: readonly string[];
}

/** The moments of the units of one value that were exposed on one day. */
export interface CohortMoments {
  readonly valueIx: number;
  readonly cohortDay: string;
  readonly moments: Moments;
  /** Units whose total is the cap. */
  readonly capped: number;
}

export interface CohortUnits {
  readonly valueIx: number;
  readonly cohortDay: string;
  /** Who are not carried; bots among them. */
  readonly units: number;
  readonly carried: number;
  readonly bots: number;
}

/** What was counted of the units that have one value of a property. */
export interface SegmentLevel {
  /** Undefined of all values that have no name of their own. */
  readonly name: string | undefined;
  readonly units: readonly CohortUnits[];
  /** By the number of the metric. */
  readonly moments: ReadonlyMap<number, readonly CohortMoments[]>;
}

/** Where events go, and where what is counted from them comes from. Source: RES-40. */
export interface EventStore {
  /** Stores a batch, all or nothing; whatever was there already stays. */
  append(batch: Batch): Promise<Appended>;
  /**
   * The moments of a phase by the number of the metric, each in the order of its days; of metrics that name a day,
   * those of the days before.
   */
  moments(
    phaseId: string,
    closedBefore?: ReadonlyMap<number, string>,
  ): Promise<ReadonlyMap<number, readonly CohortMoments[]>>;
  exposureCounts(phaseId: string): Promise<CohortUnits[]>;
  /** The values of one property of the plan, in the order in which they came. */
  segmentLevels(phaseId: string, segment: number): Promise<SegmentLevel[]>;
  count(counted: readonly Counted[]): Promise<void>;
  /**
   * What was counted in the hours that begin then or later; added up, because two months have 1,440 of them. Of all
   * kinds and codes that is much: who asks for months names what is wanted.
   */
  counters(environmentId: string, since: Date, of?: readonly WantedTally[]): Promise<Tally[]>;
  /**
   * Deletes all that is known of a unit; answers how many records that were. A store in the service's own
   * database does so in the transaction `sql`, which records it as well.
   */
  erase(sql: Sql, environmentId: string, unit: string): Promise<number>;
}
