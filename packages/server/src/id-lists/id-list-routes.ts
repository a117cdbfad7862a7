import { CHECKED_AT_ONCE, IDS_AT_ONCE } from '@comporta/contract/id-lists/id-list';
import * as api from '@comporta/contract/id-lists/id-list-api';
import { usesByList } from '../conditions/list-use-repository.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Plans } from '../platform/config/plans.ts';
import type { Sql } from '../platform/database/database.ts';
import type { JobProgram } from '../platform/http/large/run-job.ts';
import type { Server } from '../platform/http/route.ts';
import { createOne, deleteOne, editOne, getOne, listUsed } from '../platform/nouns/verbs.ts';
import { changeContent } from './change-content.ts';
import { checkIds } from './check-ids.ts';
import { contentWork } from './content-work.ts';
import { ID_LISTS, type StoredIdList } from './id-list-noun.ts';
import { readListKey } from './id-list-repository.ts';
import { collectIds } from './ids/collect-ids.ts';
import { idsWithout } from './ids/merge-ids.ts';

interface IdListDependencies {
  readonly plans: Plans;
  readonly contentJob: JobProgram;
}

export function idListRoutes(
  { route, routeOutsideTransaction, routeLockingLast, routeLarge }: Server,
  { plans, contentJob }: IdListDependencies,
): void {
  route(api.listIdLists, async (call) => (await listUsed(ID_LISTS, call, usesByList)).map(shown));
  route(api.getIdList, async (call) => shown(await getOne(ID_LISTS, call)));
  route(api.createIdList, async (call) => shown(await createOne(ID_LISTS, call)));
  route(api.updateIdList, async (call) => shown(await editOne(ID_LISTS, call)));
  route(api.deleteIdList, (call) => deleteOne(ID_LISTS, call, requireUnused));
  routeLockingLast(api.changeIds, async (call, lock) => {
    const { sql, application, body } = call;
    const count = body.add.length + body.remove.length;
    if (count > IDS_AT_ONCE) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'ids', limit: IDS_AT_ONCE });
    }
    const key = await readListKey(sql, application.id);
    const remove = hashedIds(key, body.remove, 'remove');
    const added = hashedIds(key, body.add, 'add');
    // One that is in both is removed.
    const add = new Map(
      [...added].map(([part, ids]) => {
        const others = remove.get(part);
        return [part, others === undefined ? ids : idsWithout(ids, others)];
      }),
    );
    const steps = [
      { mode: 'add', ids: add },
      { mode: 'remove', ids: remove },
    ] as const;
    return changeContent(call, steps, { plans, lock });
  });
  routeLarge(api.changeContent, contentWork(plans), contentJob);
  routeOutsideTransaction(api.checkIds, (call) => {
    const { ids } = call.body;
    if (ids.length > CHECKED_AT_ONCE) {
      throw new Rejection('LIMIT_EXCEEDED', { field: 'ids', limit: CHECKED_AT_ONCE });
    }
    return checkIds(call, ids);
  });
}

function shown<List extends Pick<StoredIdList, 'contentSavedAt'>>(list: List) {
  return { ...list, contentSavedAt: list.contentSavedAt?.toISOString() ?? null };
}

/** Rejects while rules or conditions name the list: the application is locked, so that none comes meanwhile. */
async function requireUnused(sql: Sql, { appId, id }: StoredIdList): Promise<void> {
  const items = (await usesByList(sql, appId)).get(id) ?? [];
  if (items.length > 0) throw new Rejection('LIST_IN_USE', { items });
}

function hashedIds(key: Uint8Array, ids: readonly string[], field: 'add' | 'remove') {
  const collected = collectIds(key);
  for (const [index, id] of ids.entries()) collected.take(id, index + 1);
  try {
    return collected.finish();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, { ...error.meta, at: [field] });
  }
}
