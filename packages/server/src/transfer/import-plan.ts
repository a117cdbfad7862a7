import type { Change } from '@comporta/contract/nouns/change';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Writer } from '../platform/http/write.ts';
import type { DocumentWords } from './document-words.ts';
import type { EntityRules, MetricUse } from './entity-rules.ts';
import type { IdsByName } from './ids-by-name.ts';
import type { Alike } from './name-folding-repository.ts';
import type {
  Entities,
  StoredEnvironment,
  StoredExperiment,
  StoredMetric,
  StoredProperty,
  StoredTargetGroup,
  StoredToggle,
} from './stored-entities.ts';

/** The writes of an import, with its response and its audit entries. */
export interface ImportPlan {
  /** The changes in the response. */
  readonly changes: ImportChange[];
  /** The changes for the audit log; made only when they are written, because each holds an entity twice. */
  readonly records: (() => Change)[];
  /** New environments, and those with other settings. */
  readonly environments: StoredEnvironment[];
  readonly properties: StoredProperty[];
  readonly targetGroups: StoredTargetGroup[];
  readonly toggles: StoredToggle[];
  readonly experiments: StoredExperiment[];
  readonly metrics: StoredMetric[];
  /** The ids of the entities to delete. */
  readonly removed: {
    readonly properties: string[];
    readonly targetGroups: string[];
    readonly toggles: string[];
    readonly experiments: string[];
    readonly metrics: string[];
  };
}

export function emptyPlan(): ImportPlan {
  return {
    changes: [],
    records: [],
    environments: [],
    properties: [],
    targetGroups: [],
    toggles: [],
    experiments: [],
    metrics: [],
    removed: { properties: [], targetGroups: [], toggles: [], experiments: [], metrics: [] },
  };
}

/** The inputs of a plan, and the plan itself. */
export interface Planning {
  readonly writer: Writer;
  readonly rules: EntityRules;
  readonly stored: Entities;
  /** The document form of the stored entities. */
  readonly words: DocumentWords;
  /** Grows while the plan creates things. */
  readonly ids: IdsByName;
  readonly alike: Alike;
  readonly deleteOthers: boolean;
  /** The keys are ids of metrics. */
  readonly metricUses: ReadonlyMap<string, readonly MetricUse[]>;
  readonly plan: ImportPlan;
}

/** Runs a step of the plan; a rejection names the entity in `meta_data.at`. */
export function about<Result>({ action: _how, ...at }: ImportChange, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, { ...error.meta, at });
  }
}
