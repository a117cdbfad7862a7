import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import type { EqualParts } from '../platform/base/equal-parts.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Change } from '../platform/changes/change.ts';
import type { Writer } from '../platform/http/write.ts';
import type { DocumentWords } from './document-words.ts';
import type { EntityRules, MetricUse } from './entity-rules.ts';
import type { IdsByName } from './ids-by-name.ts';
import type {
  Entities,
  StoredEnvironment,
  StoredExperiment,
  StoredMetric,
  StoredProperty,
  StoredTargetGroup,
  StoredToggle,
} from './stored-entities.ts';

/** What an import is going to do, and what is told of it. */
export interface ImportPlan {
  /** The answer. */
  readonly changes: ImportChange[];
  /** For the audit log; made when they are written, because each holds an entity twice. */
  readonly records: (() => Change)[];
  /** New ones, and those that are set otherwise. */
  readonly environments: StoredEnvironment[];
  readonly properties: StoredProperty[];
  readonly targetGroups: StoredTargetGroup[];
  readonly toggles: StoredToggle[];
  readonly experiments: StoredExperiment[];
  readonly metrics: StoredMetric[];
  /** Ids of what goes. */
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

/** What a plan is made from. */
export interface Planning {
  readonly writer: Writer;
  readonly rules: EntityRules;
  readonly stored: Entities;
  /** Of what is stored. */
  readonly words: DocumentWords;
  /** Grows while the plan creates things. */
  readonly ids: IdsByName;
  readonly equal: EqualParts;
  readonly deleteOthers: boolean;
  /** By the ids of metrics. */
  readonly metricUses: ReadonlyMap<string, readonly MetricUse[]>;
  readonly plan: ImportPlan;
}

/** Does a step of the plan; a refusal says in `meta_data.at` what it was about. */
export function about<Result>({ action: _how, ...at }: ImportChange, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, { ...error.meta, at });
  }
}
