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

/** An outcome and how it came about. Plain JSON. */
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

export type RuleTrace =
  | { readonly order: number; readonly type: RuleType; readonly result: 'NOT_REACHED' }
  | (AudienceTrace & {
      readonly order: number;
      readonly result: 'MATCHED' | 'NOT_MATCHED';
      readonly versionFilter?: ConditionTrace | undefined;
      /** Only on the rule that matched. */
      readonly split?: SplitTrace | undefined;
    });

export type AudienceTrace =
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly condition: ConditionTrace }
  | {
      readonly type: 'TARGET_GROUP';
      readonly policy: TargetGroupRulePolicy;
      readonly groups: readonly TargetGroupTrace[];
    }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly dependency: DependencyTrace };

export interface ConditionTrace {
  readonly propertyId: string;
  /** Absent when the snapshot has no such property. */
  readonly property?: string | undefined;
  readonly expression: Expression;
  readonly term: string;
  /** What the request gave: absent unless text, number or boolean; long text is cut. */
  readonly seen?: string | number | boolean | undefined;
  readonly result: 'HOLDS' | 'DOES_NOT_HOLD' | 'ABSENT' | 'UNREADABLE' | 'INVALID_CONDITION';
}

export interface TargetGroupTrace {
  readonly id: string;
  readonly name: string;
  readonly policy: TargetGroupPolicy;
  readonly holds: boolean;
  readonly conditions: readonly ConditionTrace[];
}

export interface DependencyTrace {
  readonly toggleId: string;
  /** The value that the other toggle has to return. */
  readonly value: string;
  readonly result: 'HOLDS' | 'DOES_NOT_HOLD' | 'CYCLE' | 'UNKNOWN_TOGGLE';
  /** What the other toggle answered. */
  readonly answer?: {
    readonly toggle: string;
    readonly value: string;
    readonly reason: Reason;
    readonly ruleOrder?: number | undefined;
  };
}

export interface SplitTrace {
  readonly salt: string;
  readonly buckets: number;
  /** Absent without a usable `uid`. */
  readonly bucket?: number | undefined;
  readonly ranges: readonly Range[];
}
