import { bytesOfIds, idsFromBytes } from '@comporta/client-core/lists/list-records';
import { ID_LIST_LIMITS } from '@comporta/contract/id-lists/id-list';
import type { ChangedIds, ContentMode } from '@comporta/contract/id-lists/id-list-api';
import { PARTS } from '@comporta/engine/id-lists/list-part';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { ID_LISTS, idsChanged, type StoredIdList } from './id-list-noun.ts';
import { countIds, MAX_LIST_IDS, saveContent } from './id-list-repository.ts';
import type { IdsByPart } from './ids/collect-ids.ts';
import { mergeIds } from './ids/merge-ids.ts';
import {
  lockContent,
  portionsOf,
  readParts,
  type StoredPart,
  writeParts,
} from './part-repository.ts';

/** Ids that are added, or removed, or that take the place of all others. */
export interface ContentStep {
  readonly mode: ContentMode;
  readonly ids: IdsByPart;
}

export interface ContentCall {
  readonly sql: Sql;
  readonly application: { readonly id: string };
  readonly params: { readonly id: string };
  /** The contentVersion that the caller has seen. */
  readonly ifMatch?: number | undefined;
  readonly dryRun?: boolean;
}

interface Saving {
  readonly plans: Plans;
  /** Locks the application, and answers the call as it may be made now. */
  lock(): Promise<Pick<Write<'application'>, 'actor' | 'application'>>;
}

/** Rejects with NOT_FOUND or VERSION_CONFLICT. */
export async function findContent({
  sql,
  application,
  params,
  ifMatch,
}: ContentCall): Promise<StoredIdList> {
  const list = orNotFound(await ID_LISTS.rows.find(sql, application.id, params.id));
  if (ifMatch === undefined || ifMatch === list.contentVersion) return list;
  throw new Rejection('VERSION_CONFLICT', { version: list.contentVersion });
}

/**
 * Changes the ids of a list. Others who change them wait from the beginning; other writes of the application only while the new
 * sums are stored, because its row is locked last. Source: LIF-45.
 */
export async function changeContent(
  call: ContentCall,
  steps: readonly ContentStep[],
  { plans, lock }: Saving,
): Promise<ChangedIds> {
  const { sql, dryRun = false } = call;
  if (!dryRun) await lockContent(sql, (await findContent(call)).id);
  const list = await findContent(call);
  const contentVersion = list.contentVersion + 1;
  const written = { listId: list.id, version: contentVersion };
  let added = 0;
  let removed = 0;
  for (const parts of portionsOf(partsIn(steps))) {
    const stored = new Map(
      (await readParts(sql, list.id, parts)).map(({ part, ids }) => [part, ids]),
    );
    const changed: StoredPart[] = [];
    for (const part of parts) {
      const merged = changedPart(part, stored.get(part), steps);
      added += merged.added;
      removed += merged.removed;
      if (merged.added + merged.removed > 0) changed.push({ part, ids: merged.ids });
    }
    if (!dryRun && changed.length > 0) await writeParts(sql, written, changed);
  }
  const count = list.count + added - removed;
  requireAtMost(ID_LIST_LIMITS.idsOfList, added > 0 ? count : 0);
  if (dryRun || added + removed === 0) {
    return { count, added, removed, contentVersion: list.contentVersion };
  }
  const { actor, application } = await lock();
  await saveContent(sql, list, { count, contentVersion });
  if (added > 0) {
    requireAtMost(ID_LIST_LIMITS.idsOfApplication, await countIds(sql, application.id));
    await enforcePlanLimit(sql, actor, { plans, of: MAX_LIST_IDS, added: 0 });
  }
  await recordChange({ sql, actor, application }, idsChanged(list, { added, removed }));
  return { count, added, removed, contentVersion };
}

/** A file that replaces all others concerns every part. */
function partsIn(steps: readonly ContentStep[]): readonly number[] {
  if (steps.some(({ mode }) => mode === 'replace')) {
    return Array.from({ length: PARTS }, (_, part) => part);
  }
  return [...new Set(steps.flatMap(({ ids }) => [...ids.keys()]))].sort((a, b) => a - b);
}

const NONE = new Uint32Array(0);

function changedPart(part: number, bytes: Buffer | undefined, steps: readonly ContentStep[]) {
  let ids = bytes === undefined ? NONE : idsFromBytes(part, bytes);
  if (ids === undefined) throw new Error(`part ${part} of a list is damaged`);
  let added = 0;
  let removed = 0;
  for (const step of steps) {
    const given = step.ids.get(part);
    if (given === undefined && step.mode !== 'replace') continue;
    const merged = mergeIds(ids, given ?? NONE, step.mode);
    added += merged.added;
    removed += merged.removed;
    ids = merged.ids;
  }
  return { added, removed, ids: Buffer.from(bytesOfIds(ids).buffer) };
}

function requireAtMost(limit: number, count: number): void {
  if (count > limit) throw new Rejection('MAX_LIST_IDS_REACHED', { limit });
}
