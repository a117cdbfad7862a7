import type { ExperimentValue } from '@comporta/contract/experiments/experiment';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { IdListValue } from '@comporta/contract/id-lists/id-list';
import type { DocumentList } from '@comporta/contract/nouns/document-lists';
import type { PropertyValue } from '@comporta/contract/properties/property';
import type { TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import type { ToggleValue } from '@comporta/contract/toggles/toggle';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import type { Stored } from '../platform/nouns/noun.ts';

export interface StoredEnvironment {
  readonly id: string;
  readonly name: string;
  readonly production: boolean | null;
  readonly countBulkAsExposure: boolean;
}

export interface StoredExperiment extends ExperimentValue, Stored {
  readonly envId: string;
  readonly rules: readonly StoredRule[];
  readonly toggleName: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
}

/** What experiments name, and so what an import has to know more of than its noun. */
interface Known {
  readonly properties: Stored & PropertyValue;
  readonly targetGroups: Stored & TargetGroupValue;
  readonly toggles: Stored & ToggleValue & { readonly archived: boolean };
  readonly idLists: Stored & IdListValue;
  readonly experiments: StoredExperiment;
}
export type StoredTargetGroup = Known['targetGroups'];
export type StoredToggle = Known['toggles'];

type RowOf<List extends DocumentList> = List extends keyof Known ? Known[List] : Stored;

/** The entities of each list. */
export type Entities = { readonly [List in DocumentList]: readonly RowOf<List>[] };

/** The entities that experiments may name. */
export type NamedThings = Pick<Entities, 'properties' | 'idLists' | 'targetGroups' | 'toggles'>;
