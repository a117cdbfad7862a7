import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricValue } from '@comporta/contract/metrics/metric';

/** Some of the units of an environment, and the past days of which they are asked. */
export interface Sample {
  readonly days: number;
  /** How many times more units there are than in the sample; 1 where it has all of them. */
  readonly times: number;
}

/** What the units of a sample did with one event key; not multiplied. */
export interface KeyTotals {
  readonly units: number;
  readonly events: number;
  readonly eventSquares: number;
  /** The sum of the values; an event without one counts as 0. */
  readonly sum: number;
  readonly squares: number;
  /** The same, with an event without a value counted as 1. */
  readonly ratioSum: number;
  /** Whether there are events of the last week, all of them from pages. Source: RES-110. */
  readonly onlyPages: boolean;
}

/** The units of a sample that had an event or an exposure. */
export interface Everybody {
  readonly units: number;
  /** For how many of the days there are any. */
  readonly days: number;
}

export interface EnvironmentIds {
  readonly appId: string;
  readonly envId: string;
}

/** The units of a sample with events of a metric. */
export interface UnitTotals {
  readonly units: number;
  /** The total that the percentile of the cap of the metric gives, or the largest; undefined without a unit. */
  readonly cap: number | undefined;
}

/** The goal of an analysis, in one of its phases. */
export interface GoalOfPhase extends EnvironmentIds {
  readonly phase: {
    readonly id: string;
    readonly startedAt: Date;
    readonly eventsUntil: Date | null;
  };
  readonly goal: Pick<MeasuredMetric, 'eventKey' | 'fromHours' | 'windowHours' | 'trusted'>;
}

/** Up to 10,000 users of a phase, including those whose figures were not computed yet. */
export interface ExposedUnits {
  readonly count: number;
  /** The first of these exposures, in milliseconds since 1970; null without any. */
  readonly since: number | null;
}

export interface GoalProgress {
  readonly unitEvents: number;
  readonly countedEvents: number;
  /** Events before the exposure of their unit. */
  readonly earlyEvents: number;
  readonly skewedEvents: number;
  /** The largest distance of a skewed, uncounted event from the exposure, in minutes. */
  readonly skewMinutes: number;
}

/** Users with events of the goal, and how many of them were exposed. */
export interface EventUsers {
  readonly users: number;
  readonly matching: number;
}

export interface KeyUsers {
  /** The number of users, multiplied where only a sample was read. */
  readonly users: number;
  /** The time of the last event. */
  readonly lastAt: string;
}

/** What only the raw events and exposures answer, and not the figures that were counted from them. Source: SCL-45. */
export interface RawEvents {
  /** By the event key. Source: RES-57, RES-74. */
  keyTotals(environmentId: string, sample: Sample): Promise<ReadonlyMap<string, KeyTotals>>;
  everybody(environmentId: string, sample: Sample): Promise<Everybody>;
  /** The number of units of a sample that had an event. */
  activeUnits(environmentId: string, sample: Sample): Promise<number>;
  /** What the units of a sample did that a metric counts. Source: RES-18, RES-52. */
  unitTotals(place: EnvironmentIds, sample: Sample, metric: MetricValue): Promise<UnitTotals>;
  /** Some users of a phase, and how many of the goal's events of theirs are inside and outside of their windows. */
  goalProgress(
    of: Omit<GoalOfPhase, 'goal'> & Partial<GoalOfPhase>,
  ): Promise<ExposedUnits & { readonly progress: GoalProgress }>;
  /**
   * The users with events of the goal since the phase began, and how many of them are its users. In an environment with
   * many events these are users by the order of their hashes, which is as good as a random sample. Source: RES-109.
   */
  eventUsers(of: GoalOfPhase): Promise<EventUsers>;
  /** The users of the event keys of an application since a time, by the id of the key. Source: RES-75. */
  usersOfKeys(
    applicationId: string,
    since: Date,
    times: number,
  ): Promise<ReadonlyMap<number, KeyUsers>>;
  /** Notes all units of an analysis to be counted again, because it has another metric. */
  countAgain(analysisId: string): Promise<void>;
}
