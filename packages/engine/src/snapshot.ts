import type {
  ExperimentStatus,
  Expression,
  PropertyType,
  TargetGroupPolicy,
  TargetGroupRulePolicy,
  ValueType,
} from './vocabulary.ts';

/**
 * The format in which snapshots are written. Readers ignore members that they do not know, and `readSnapshot` marks the
 * toggles that use unknown words. So a new rule type, expression, policy, value spec or status needs no new number. A
 * change that narrows something that older readers understand would need one: use a new word instead.
 */
export const SNAPSHOT_FORMAT = 1;

/** Everything that is needed to evaluate one environment, at one revision. Plain JSON. */
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

/** The environment that a snapshot is of. */
export interface SnapshotEnvironment {
  readonly id: string;
  readonly name: string;
  /** Absent while the environment has no client key. */
  readonly clients?: ClientAccess | undefined;
  /** Whether fetching all values counts as an exposure, for edge nodes; absent where it does not. */
  readonly countsBulk?: boolean | undefined;
}

/** What a server needs to know to answer requests with a client key. */
export interface ClientAccess {
  /** SHA-256 of the key. */
  readonly keyHash: string;
  /** Origins of the pages that may use the key; an empty list allows any page. */
  readonly origins: readonly string[];
  /** The key before it, which is accepted, too. It stays here for a while after its end. */
  readonly former?: FormerKey | undefined;
}

/** A key that was replaced and is accepted until `endsAt`, an ISO time. */
export interface FormerKey {
  readonly keyHash: string;
  readonly endsAt: string;
}

/** `key` is the name under which a context has the value. */
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

/** `policy`: whether one condition is enough or all must hold. */
export interface SnapshotTargetGroup {
  readonly id: string;
  readonly name: string;
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly Condition[];
}

/** A toggle with its values, all as text. */
export interface SnapshotToggle {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly defaultValue: string;
  readonly valueType: ValueType;
  /** Whether client keys get this toggle; absent in snapshots from before that setting existed. */
  readonly availableToClients?: boolean | undefined;
  /** What this engine did not understand of the toggle; absent if it understood all. Set by the reader, never sent. */
  readonly unreadable?: string | undefined;
}

/** At most one per toggle. `salt` and `buckets` determine which users get which value of a split. */
export interface SnapshotExperiment {
  readonly id: string;
  readonly toggleId: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
  readonly rules: readonly Rule[];
}

/** Rules are in the order in which they are tried; the last one matches everyone. */
export type Rule = {
  /** Identifies the rule within its experiment, across all edits; absent in snapshots from before rules had ids. */
  readonly id?: string | undefined;
  /** Phase of the analysis that currently measures the rule's split; absent when none does. */
  readonly phase?: string | undefined;
  /** Keys of the properties by which its results are broken down, which exposures name; absent where there are none. */
  readonly segments?: readonly string[] | undefined;
  readonly valueSpec: ValueSpec;
  readonly versionRule?: Condition | undefined;
} & (
  | { readonly type: 'ALL_USERS' }
  | RulePart
  | { readonly type: 'COMBINED'; readonly combinedRule: CombinedRule }
);

/** One requirement for the users of a rule. */
export type RulePart =
  | { readonly type: 'PROPERTY'; readonly propertyRule: Condition }
  | { readonly type: 'TARGET_GROUP'; readonly targetGroupRule: TargetGroupRule }
  | { readonly type: 'TOGGLE_DEPENDENCY'; readonly toggleDependencyRule: ToggleDependencyRule };

/** `policy`: whether one part is enough or all must hold. Source: RUL-20. */
export interface CombinedRule {
  readonly policy: TargetGroupPolicy;
  readonly conditions: readonly RulePart[];
}

/** `policy` says how many of the groups a user must be in. */
export interface TargetGroupRule {
  readonly policy: TargetGroupRulePolicy;
  readonly targetGroupsIds: readonly string[];
}

/** Matches who gets `value` of the other toggle in the same evaluation. */
export interface ToggleDependencyRule {
  readonly toggleId: string;
  readonly value: string;
}

/** `split` maps a toggle value to its percentage, 0 to 100 with at most two decimals. */
export type ValueSpec =
  | { readonly type: 'EXACT_VALUE'; readonly exactValue: string }
  | { readonly type: 'SPLIT'; readonly split: Readonly<Record<string, number>> }
  | SplitBySpec;

/** A split that gives everybody with the same value of a property the same value. `by` is the id of the property. */
export interface SplitBySpec {
  readonly type: 'SPLIT_BY';
  readonly by: string;
  readonly split: Readonly<Record<string, number>>;
}
