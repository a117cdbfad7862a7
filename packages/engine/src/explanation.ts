import type { Outcome } from './outcome.ts';
import type { Range } from './split.ts';
import type {
  ExperimentStatus,
  Expression,
  Reason,
  RuleType,
  TargetGroupPolicy,
  TargetGroupRulePolicy,
} from './vocabulary.ts';

/** The outcome of a toggle and how it came about. Plain JSON. */
export interface Explanation {
  readonly toggle: string;
  readonly value: string;
  readonly reason: Reason;
  readonly ruleOrder?: number | undefined;
  readonly experimentId?: string | undefined;
  readonly errorCode?: Outcome['errorCode'];
  /** Absent when the toggle has no experiment. */
  readonly experimentStatus?: ExperimentStatus | undefined;
  /** Empty unless the experiment is active. */
  readonly rules: readonly RuleTrace[];
}

/** Why a rule matched or did not. Rules after the one that matched were not reached. */
export type RuleTrace =
  | { readonly order: number; readonly type: RuleType; readonly result: 'NOT_REACHED' }
  | (AudienceTrace & {
      readonly order: number;
      readonly result: 'MATCHED' | 'NOT_MATCHED';
      readonly versionFilter?: ConditionTrace | undefined;
      /** Only on the rule that matched. */
      readonly split?: SplitTrace | undefined;
    });

/** Whom a rule is for, with the result of each part. */
export type AudienceTrace =
  | { readonly type: 'ALL_USERS' }
  | PartTrace
  | {
      readonly type: 'COMBINED';
      readonly policy: TargetGroupPolicy;
      /** All parts, also those that did not decide. */
      readonly conditions: readonly (PartTrace & { readonly holds: boolean })[];
    };

/** One part of a rule, with its result. */
export type PartTrace =
  | { readonly type: 'PROPERTY'; readonly condition: ConditionTrace }
  | {
      readonly type: 'TARGET_GROUP';
      readonly policy: TargetGroupRulePolicy;
      readonly groups: readonly TargetGroupTrace[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: DependencyTrace };

type Seen = string | number | boolean;

/** A condition, the value that it saw and the result. */
export interface ConditionTrace {
  readonly propertyId: string;
  /** Absent when the snapshot has no such property. */
  readonly property?: string | undefined;
  readonly expression: Expression;
  readonly term: string;
  /**
   * The value in the request: absent unless text, number or boolean, or for a LIST the first 20 of these. Text is
   * truncated to 1,024 characters.
   */
  readonly seen?: Seen | readonly Seen[] | undefined;
  readonly result: 'HOLDS' | 'DOES_NOT_HOLD' | 'ABSENT' | 'UNREADABLE' | 'INVALID_CONDITION';
}

/** A group, with all of its conditions, also those that did not decide. */
export interface TargetGroupTrace {
  readonly id: string;
  readonly name: string;
  readonly policy: TargetGroupPolicy;
  readonly holds: boolean;
  readonly conditions: readonly ConditionTrace[];
}

/** The outcome of the toggle that a rule depends on. */
export interface DependencyTrace {
  readonly toggleId: string;
  /** The value that the other toggle must return for the rule to match. */
  readonly value: string;
  readonly result: 'HOLDS' | 'DOES_NOT_HOLD' | 'CYCLE' | 'UNKNOWN_TOGGLE';
  /** The outcome of the other toggle. */
  readonly answer?:
    | {
        readonly toggle: string;
        readonly value: string;
        readonly reason: Reason;
        readonly ruleOrder?: number | undefined;
      }
    | undefined;
}

/** Which value the user got of a split, and which buckets lead to which. */
export interface SplitTrace {
  readonly salt: string;
  readonly buckets: number;
  /** Absent without a usable `uid`, or value of the property. */
  readonly bucket?: number | undefined;
  readonly ranges: readonly Range[];
  /** The property that the split divides by; absent where it divides users. */
  readonly by?: SplitByTrace | undefined;
}

/** The property of a split, and the value in the request, as in a condition. */
export type SplitByTrace = Pick<ConditionTrace, 'propertyId' | 'property' | 'seen'>;
