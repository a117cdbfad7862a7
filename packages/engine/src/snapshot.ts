import type {
  ExperimentStatus,
  Expression,
  PropertyType,
  TargetGroupPolicy,
  TargetGroupRulePolicy,
  ValueType,
} from './vocabulary.ts';

/**
 * The format that snapshots are written in. A reader passes over members that it does not know, and
 * `readSnapshot` says which toggles use words that it does not know; so a new rule type, expression,
 * policy, value spec or status needs no new number. What narrows something that older readers
 * understand does: give it a new word instead.
 */
export const SNAPSHOT_FORMAT = 1;

/** Everything one environment needs to evaluate, at one revision. Plain JSON. */
export interface Snapshot {
  readonly format: number;
  readonly environment: SnapshotEnvironment;
  readonly application: { readonly id: string; readonly name: string };
  readonly revision: number;
  readonly properties: readonly SnapshotProperty[];
  readonly targetGroups: readonly SnapshotTargetGroup[];
  readonly toggles: readonly SnapshotToggle[];
  readonly experiments: readonly SnapshotExperiment[];
}

export interface SnapshotEnvironment {
  readonly id: string;
  readonly name: string;
  /** Absent while the environment has no client key. */
  readonly clients?: ClientAccess | undefined;
}

/** What whoever answers a client key has to know of it. */
export interface ClientAccess {
  /** SHA-256 of the key. */
  readonly keyHash: string;
  /** Whose pages may use it; none: any page. */
  readonly origins: readonly string[];
}

export interface SnapshotProperty {
  readonly id: string;
  readonly key: string;
  readonly type: PropertyType;
}

/** `propertyId` is the id of a property, or `uid` for the user's identity. */
export interface Condition {
  readonly propertyId: string;
  readonly expression: Expression;
  readonly term: string;
}

export interface SnapshotTargetGroup {
  readonly id: string;
  readonly name: string;
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly Condition[];
}

export interface SnapshotToggle {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly defaultValue: string;
  readonly valueType: ValueType;
  /** Whether client keys are answered with it; absent where no client key was known yet. */
  readonly availableToClients?: boolean | undefined;
  /** What of it was not understood when it was read; absent when it all was. Never sent. */
  readonly unreadable?: string | undefined;
}

/** At most one per toggle. `salt` and `buckets` decide who falls where in a split. */
export interface SnapshotExperiment {
  readonly id: string;
  readonly toggleId: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
  readonly rules: readonly Rule[];
}

/** Rules stand in the order they are tried; the last one matches everyone. */
export type Rule = {
  /** Names the rule within its experiment, over all its edits; absent where none was known yet. */
  readonly id?: string | undefined;
  /** Of the analysis that measures its split at the moment; absent where none does. */
  readonly phase?: string | undefined;
  readonly valueSpec: ValueSpec;
  readonly versionRule?: Condition | undefined;
} & (
  | { readonly type: 'ALL_USERS' }
  | { readonly type: 'PROPERTY'; readonly propertyRule: Condition }
  | { readonly type: 'TARGET_GROUP'; readonly targetGroupRule: TargetGroupRule }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly toggleDependencyRule: ToggleDependencyRule }
);

export interface TargetGroupRule {
  readonly policy: TargetGroupRulePolicy;
  readonly targetGroupsIds: readonly string[];
}

export interface ToggleDependencyRule {
  readonly toggleId: string;
  readonly value: string;
}

/** `split` maps a toggle value to its percentage, 0 to 100 with at most two decimals. */
export type ValueSpec =
  | { readonly type: 'EXACT_VALUE'; readonly exactValue: string }
  | { readonly type: 'SPLIT'; readonly split: Readonly<Record<string, number>> };
