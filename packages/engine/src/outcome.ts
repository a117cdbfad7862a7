import type { SnapshotToggle } from './snapshot.ts';
import type { EvaluationError, Reason, RuleType } from './vocabulary.ts';

/**
 * What a toggle returns and why. Each compiled toggle has a fixed set of outcomes, made once; every
 * evaluation answers one of these very objects, so what is made of one for answers is made once.
 */
export interface Outcome {
  readonly toggle: SnapshotToggle;
  readonly value: string;
  readonly reason: Reason;
  /** 1-based order of the rule that decided. */
  readonly ruleOrder: number | undefined;
  readonly ruleType: RuleType | undefined;
  /** Absent when the toggle has no experiment. */
  readonly experimentId: string | undefined;
  /** With one, the value is the toggle's default. */
  readonly errorCode: EvaluationError | undefined;
  /** Where a split that is measured gave the value: what an exposure says of it. Source: RES-26. */
  readonly exposure: Exposure | undefined;
  /** Where client-core keeps what it made of it: a map would be asked hundreds of times for one answer. The engine never reads it. */
  made: unknown;
}

/** That somebody got a value of a measured split. */
export interface Exposure {
  readonly phaseId: string;
  readonly ruleId: string;
  /** The place of the value among those of the toggle. */
  readonly valueIndex: number;
}
