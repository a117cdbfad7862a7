import type { ApplicationValue } from '@comporta/contract/applications/application';
import type { EntityType } from '@comporta/contract/audit-logs/audit-log';
import type { NamedCondition } from '@comporta/contract/conditions/named-condition';
import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import type { ClientAccessValue } from '@comporta/contract/keys/client-access';
import type { MetricValue } from '@comporta/contract/metrics/metric';
import type { PropertyValue } from '@comporta/contract/properties/property';
import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import type { ToggleValue } from '@comporta/contract/toggles/toggle';
import type { User } from '@comporta/contract/users/user';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';

/**
 * What the audit log keeps of each kind of entity: its fields, with names in place of ids. No secret,
 * hash or token belongs here.
 */
export interface Records {
  readonly application: Omit<ApplicationValue, 'environments'> & {
    readonly environments: readonly string[];
    readonly productionEnvironments: readonly string[];
    readonly otherEnvironments: readonly string[];
    readonly bulkCountingEnvironments: readonly string[];
  };
  /** What of it is recorded apart from its application: that a user was erased, and not who. */
  readonly environment: { readonly erasedUser: boolean };
  /** Of a key its creation is told, and nothing of what it is. */
  readonly environmentKey: never;
  readonly clientKey: ClientAccessValue;
  readonly property: PropertyValue;
  readonly targetGroup: Omit<TargetGroupValue, 'conditions'> & {
    readonly conditions: readonly NamedCondition[];
  };
  readonly toggle: ToggleValue & {
    readonly owner: string | undefined;
    readonly archived: boolean;
  };
  readonly experiment: RecordedExperiment | Pick<RecordedExperiment, 'status'>;
  readonly metric: MetricValue;
  readonly analysis: RecordedAnalysis;
  readonly user: RecordedUser | Pick<RecordedUser, 'active'>;
  /** Regions: those of its own, or none for all. */
  readonly account: { readonly plan: string; readonly regions: readonly string[] };
  readonly accountKey: { readonly key: string };
}

interface RecordedExperiment {
  readonly toggle: string;
  readonly status: ExperimentStatus;
  readonly rules: readonly NamedRule[];
}

/** Metrics by their keys, properties too. */
export interface RecordedAnalysis {
  readonly state?: string;
  readonly phase?: number | undefined;
  readonly rule?: number | undefined;
  readonly hypothesis?: string;
  readonly control?: string;
  readonly goal?: string | undefined;
  readonly guardrails?: readonly string[];
  readonly secondary?: readonly string[];
  readonly alpha?: number;
  readonly power?: number;
  readonly mde?: number;
  readonly plannedUnits?: number | undefined;
  readonly excludeBots?: boolean;
  readonly segments?: readonly string[];
  readonly reason?: string | undefined;
  readonly verdict?: string | undefined;
  readonly value?: string | undefined;
}

interface RecordedUser extends Pick<User, 'name' | 'email' | 'admin' | 'active'> {
  readonly applications: readonly string[];
}

type NameIn<Record> = Record extends unknown ? keyof Record & string : never;

/** A name of a field that some entry of the audit log may have. */
export type RecordedField = NameIn<Records[EntityType]>;
