import type { ErrorCode } from '@comporta/contract/errors';
import type { DocumentList } from '@comporta/contract/nouns/document-lists';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import type { Writer } from '../platform/http/write.ts';
import type { Noun, Stored } from '../platform/nouns/noun.ts';
import type { DocumentWords } from './document-words.ts';
import type { IdsByName } from './ids-by-name.ts';
import type { NamedThings, StoredExperiment, StoredTargetGroup } from './stored-entities.ts';

export type User =
  | Pick<StoredExperiment, 'id' | 'toggleName' | 'envId'>
  | Pick<StoredTargetGroup, 'id' | 'name'>;

/** Who uses each entity after an import; the keys are ids. */
export interface Uses {
  readonly ofToggle: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly asDependency: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly ofTargetGroup: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly ofProperty: ReadonlyMap<string, readonly StoredExperiment[]>;
  readonly ofPropertyInGroups: ReadonlyMap<string, readonly StoredTargetGroup[]>;
  readonly ofIdList: ReadonlyMap<string, readonly (StoredTargetGroup | StoredExperiment)[]>;
  /** The experiments of the analyses that measure it. */
  readonly ofMetric: ReadonlyMap<string, readonly User[]>;
}

/** How the rows of a noun name others: ids become names in a document, and names ids. */
export interface NamingOthers {
  where(writer: Writer, things: NamedThings): Writer;
  documentOf(row: Stored, words: DocumentWords): object;
  draftOf(document: object, ids: IdsByName): object;
}

/** The list of a noun in an application's document. */
export interface DocumentPart {
  readonly list: Exclude<DocumentList, 'experiments'>;
  readonly noun: Noun<Stored, object>;
  /** What is said of one that an import makes. */
  readonly remark?: ImportChange['remark'];
  /** Absent for rows that name no others. */
  readonly naming?: NamingOthers;
  /** Who keeps one from being deleted, and with which refusal, in their order. */
  usesOf?(id: string, uses: Uses): readonly (readonly [ErrorCode, readonly User[] | undefined])[];
}
