import { EDIT_TYPES, type EditType } from '@comporta/contract/change-requests/edit-type';
import type { RequestState } from '@comporta/contract/change-requests/request-state';
import {
  type DOCUMENT_LISTS,
  type DocumentList,
  LISTED_NOUNS,
} from '@comporta/contract/nouns/document-lists';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import { Rejection } from '../platform/base/rejection.ts';
import type { Write } from '../platform/http/write.ts';
import { nameIn, type Stored } from '../platform/nouns/noun.ts';
import type { EntityRules } from './entity-rules.ts';
import { planFor } from './import-application.ts';
import type { ImportPlan, Planning } from './import-plan.ts';
import type { StoredExperiment } from './stored-entities.ts';

/** What an import makes of one thing. */
export interface ImportedEdit {
  readonly type: EditType;
  readonly id: string;
  readonly environmentId: string | null;
  readonly name: string;
  /** What it is then, as far as the document says it; null: deleted. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Of a new experiment. */
  readonly drawn?: { readonly salt: string; readonly buckets: number };
}

/** When the request of an import is applied: when a person says so, or when it is approved. */
type ImportStart = 'MANUAL' | 'ON_APPROVAL';

/** Files edits as one request. */
export type FileEdits = (
  call: Write<'application'>,
  filed: {
    readonly title: string;
    readonly start: ImportStart;
    readonly edits: readonly ImportedEdit[];
  },
) => Promise<{ readonly id: string; readonly number: number; readonly state: RequestState }>;

interface RequestedImport {
  readonly call: Write<'application'>;
  readonly document: ApplicationDocument;
  readonly deleteOthers: boolean;
  readonly title: string;
  readonly start: ImportStart;
}

type Entities = Planning['stored'];

/**
 * Files what the document changes as one request. Rejects with INVALID_SOURCE where it changes what no edit can:
 * environments, metrics, and whether a toggle is archived. Source: SAF-22.
 */
export async function requestImport(
  { call, document, deleteOthers, title, start }: RequestedImport,
  rules: EntityRules,
  file: FileEdits,
): Promise<ImportResult> {
  const { plan, stored } = await planFor({ call, document, deleteOthers }, rules);
  requireEditable(plan, stored);
  const edits = [
    ...rules.parts.flatMap(({ list, noun }) => {
      const type = typeOf(list);
      if (type === undefined) return [];
      const named = (row: Stored) => ({ type, environmentId: null, name: nameIn(row, noun.named) });
      return editsOf<Stored>(list, { plan, stored }, (row, body) => ({
        ...named(row),
        id: row.id,
        body: body && { ...noun.valueOf(row) },
      }));
    }),
    ...editsOf<StoredExperiment>('experiments', { plan, stored }, experimentEdit),
  ];
  const changeRequest = await file(call, { title, start, edits });
  return { dryRun: false, changes: plan.changes, changeRequest };
}

function requireEditable(plan: ImportPlan, stored: Entities): void {
  const archivedBefore = new Map(stored.toggles.map(({ id, archived }) => [id, archived]));
  const [first] = [
    ...plan.environments.map(({ name }) => ({ type: 'environment', name })),
    ...plan.changes.filter(({ type }) => type !== 'environment' && !isEditType(type)),
    ...plan.written.toggles
      .filter(({ id, archived }) => archived !== (archivedBefore.get(id) ?? false))
      .map(({ name }) => ({ type: 'toggle', name })),
  ];
  if (first === undefined) return;
  throw new Rejection('INVALID_SOURCE', { at: { type: first.type, name: first.name } });
}

function isEditType(type: string): type is EditType {
  return EDIT_TYPES.some((known) => known === type);
}

function typeOf(list: DocumentList): EditType | undefined {
  const { type } = LISTED_NOUNS[list];
  return isEditType(type) ? type : undefined;
}

type MakeEdit<Row> = (row: Row, written: true | null) => ImportedEdit;

/** Of all rows of a list that are written or removed. */
function editsOf<Row extends Stored>(
  list: keyof typeof DOCUMENT_LISTS,
  { plan, stored }: { readonly plan: ImportPlan; readonly stored: Entities },
  edit: MakeEdit<Row>,
): ImportedEdit[] {
  // Each list has the rows of its own noun.
  const [written, before] = [plan.written[list], stored[list]] as unknown as [Row[], Row[]];
  const removed = new Set(plan.removed[list]);
  return [
    ...before.filter(({ id }) => removed.has(id)).map((row) => edit(row, null)),
    ...written.map((row) => edit(row, true)),
  ];
}

function experimentEdit(
  { id, envId, toggleId, toggleName, status, rules, salt, buckets }: StoredExperiment,
  written: true | null,
): ImportedEdit {
  const thing = { type: 'experiment', id, environmentId: envId, name: toggleName } as const;
  if (written === null) return { ...thing, body: null };
  return { ...thing, body: { toggleId, status, rules }, drawn: { salt, buckets } };
}
