import type { SnapshotToggle } from './snapshot.ts';
import type { EvaluationError, Reason, RuleType } from './vocabulary.ts';

/**
 * The value of a toggle and the reason for it. Each compiled toggle has a fixed set of outcomes. Every evaluation
 * returns one of these objects, so data derived from an outcome can be cached in it.
 */
export interface Outcome {
  readonly toggle: SnapshotToggle;
  readonly value: string;
  readonly reason: Reason;
  /** Position of the rule that decided, starting at 1. */
  readonly ruleOrder: number | undefined;
  readonly ruleType: RuleType | undefined;
  /** Id of the rule that decided; undefined where none did, and in snapshots from before rules had ids. */
  readonly ruleId: string | undefined;
  /** Absent when the toggle has no experiment. */
  readonly experimentId: string | undefined;
  /** If set, the value is the toggle's default. */
  readonly errorCode: EvaluationError | undefined;
  /** Set for a value of a measured split: the ids that an exposure needs. Source: RES-26. */
  readonly exposure: Exposure | undefined;
  /** Cache of client-core, never read by the engine. A map would be looked up hundreds of times for one response. */
  made: unknown;
  /**
   * How often the SDK returned it since it last reported uses; never read by the engine. Counting must cost next to nothing:
   * a map would take twenty times as long. Source: LIF-02.
   */
  uses: number;
}

/** Identifies the value of a measured split that a user got. */
export interface Exposure {
  readonly phaseId: string;
  readonly ruleId: string;
  /** Index of the value among those of the toggle. */
  readonly valueIndex: number;
  /** Key of the property whose values the split divides; absent where it divides users. Source: RUL-35. */
  readonly by?: string;
}
