import type { ExperimentValue } from '@comporta/contract/experiments/experiment';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';

interface Saved {
  readonly id: string;
  readonly appId: string;
  readonly version: number;
  readonly savedBy: string;
  readonly savedById: string | null;
  readonly savedAt: Date;
}

export interface StoredEnvironment {
  readonly id: string;
  readonly name: string;
  readonly production: boolean | null;
  readonly countBulkAsExposure: boolean;
}
export type StoredProperty = Omit<Property, 'lastChanged'> & Saved;
export type StoredToggle = Omit<Toggle, 'lastChanged' | 'owner'> & Saved;
export type StoredTargetGroup = TargetGroupValue & Saved;
export interface StoredExperiment extends ExperimentValue, Saved {
  readonly envId: string;
  readonly rules: readonly StoredRule[];
  readonly toggleName: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
}

export type StoredMetric = Metric & Saved;

/** All stored entities of an application. */
export interface Entities {
  readonly environments: readonly StoredEnvironment[];
  readonly properties: readonly StoredProperty[];
  readonly targetGroups: readonly StoredTargetGroup[];
  readonly toggles: readonly StoredToggle[];
  readonly experiments: readonly StoredExperiment[];
  readonly metrics: readonly StoredMetric[];
}
