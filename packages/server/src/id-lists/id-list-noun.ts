import { pickFields } from '@comporta/contract/fields';
import {
  checkIdList,
  ID_LIST,
  ID_LIST_LIMITS,
  type IdListDraft,
  type IdListValue,
} from '@comporta/contract/id-lists/id-list';
import type { Change } from '@comporta/contract/nouns/change';
import type { RecordedIds } from '@comporta/contract/nouns/records';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion } from '../platform/base/versions.ts';
import { idFor } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import { type Noun, type Stored, telling, withFields } from '../platform/nouns/noun.ts';
import { rowsOf } from '../platform/nouns/rows.ts';
import { idLists } from '../tables/id-lists.ts';
import { countLists } from './id-list-repository.ts';

export interface StoredIdList extends IdListValue, Stored {
  readonly count: number;
  readonly contentVersion: number;
  readonly fullFrom: number;
  readonly contentSavedAt: Date | null;
}

const EMPTY = { count: 0, contentVersion: 0, fullFrom: 0, contentSavedAt: null };

/** Its ids are not among its fields: they are changed apart, and are in no document. */
export const ID_LISTS: Noun<StoredIdList, IdListDraft> = {
  type: 'idList',
  rows: rowsOf<StoredIdList>(idLists, idLists.name, { alsoWrite: requireFewLists }),
  named: 'name',
  valueOf: (list) => pickFields(ID_LIST, list),
  create: ({ actor, application }, draft) => ({
    ...valueOrReject(checkIdList(draft)),
    ...EMPTY,
    id: idFor(application),
    appId: application.id,
    ...firstVersion(actor),
  }),
  edit: (writer, before, draft) => withFields(writer, before, valueOrReject(checkIdList(draft))),
  ...telling({
    type: 'idList',
    named: 'name',
    recorded: (list: StoredIdList) => pickFields(ID_LIST, list),
    isServed: false,
  }),
};

/** How the audit log tells a change of a list's ids: by their number alone. Source: LIF-42. */
export function idsChanged({ id, name }: StoredIdList, ids: RecordedIds): Change<'idList'> {
  return { action: 'EDITED', type: 'idList', id, name, isServed: false, after: { ids } };
}

async function requireFewLists(sql: Sql, [first]: readonly StoredIdList[]): Promise<void> {
  const { lists: limit } = ID_LIST_LIMITS;
  if (first === undefined || (await countLists(sql, first.appId)) <= limit) return;
  throw new Rejection('LIMIT_EXCEEDED', { field: 'idLists', limit });
}
