import type { Change } from '@comporta/contract/nouns/change';
import { DOCUMENT_LISTS, type DocumentList } from '@comporta/contract/nouns/document-lists';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Writer } from '../platform/http/write.ts';
import type { DocumentWords } from './document-words.ts';
import type { EntityRules } from './entity-rules.ts';
import type { IdsByName } from './ids-by-name.ts';
import type { Alike } from './name-folding-repository.ts';
import type { Entities, StoredEnvironment } from './stored-entities.ts';

/** The writes of an import, with its response and its audit entries. */
export interface ImportPlan {
  /** The changes in the response. */
  readonly changes: ImportChange[];
  /** The changes for the audit log; made only when they are written, because each holds an entity twice. */
  readonly records: (() => Change)[];
  /** New environments, and those with other settings. */
  readonly environments: StoredEnvironment[];
  /** New entities, and changed ones. */
  readonly written: { readonly [List in DocumentList]: Entities[List][number][] };
  /** The ids of the entities to delete. */
  readonly removed: Readonly<Record<DocumentList, string[]>>;
}

export function emptyPlan(): ImportPlan {
  // The type of Object.fromEntries loses which name has which list.
  const lists = () =>
    Object.fromEntries(Object.keys(DOCUMENT_LISTS).map((list) => [list, []])) as never;
  return { changes: [], records: [], environments: [], written: lists(), removed: lists() };
}

/** The inputs of a plan, and the plan itself. */
export interface Planning {
  readonly writer: Writer;
  readonly rules: EntityRules;
  readonly stored: Entities & { readonly environments: readonly StoredEnvironment[] };
  /** The document form of the stored entities. */
  readonly words: DocumentWords;
  /** Grows while the plan creates things. */
  readonly ids: IdsByName;
  readonly alike: Alike;
  readonly deleteOthers: boolean;
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
