import { idsFromBytes } from '@comporta/client-core/lists/list-records';
import { isListed } from '@comporta/engine/id-lists/id-list';
import { type ListPart, PARTS, partOf } from '@comporta/engine/id-lists/list-part';
import { listedIdOf } from '@comporta/engine/id-lists/listed-id';
import { hashed, listKeyOf, sipHash } from '@comporta/engine/id-lists/sip-hash';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { ID_LISTS } from './id-list-noun.ts';
import { readListKey } from './id-list-repository.ts';
import { readParts } from './part-repository.ts';

interface Asked {
  readonly sql: Sql;
  readonly application: { readonly id: string };
  readonly params: { readonly id: string };
}

/** Tells of each id whether it is in the list, as evaluations would. Reads only the parts that may have one. */
export async function checkIds(
  { sql, application, params }: Asked,
  given: readonly string[],
): Promise<boolean[]> {
  const list = orNotFound(await ID_LISTS.rows.find(sql, application.id, params.id));
  const ids = given.map(listedIdOf);
  const lines = ids.flatMap((id, index) => (id === undefined ? [index + 1] : []));
  if (lines.length > 0) {
    throw new Rejection('INVALID_IDS', {
      lines: lines.slice(0, 20),
      count: lines.length,
      at: ['ids'],
    });
  }
  const key = listKeyOf(await readListKey(sql, application.id));
  const asked = new Set(ids.map((id) => partOfId(key, id ?? '')));
  const parts: (ListPart | undefined)[] = new Array(PARTS).fill(undefined);
  for (const { part, ids: bytes } of await readParts(sql, list.id, [...asked])) {
    parts[part] = idsFromBytes(part, bytes);
  }
  return ids.map((id) => isListed({ key, parts }, id ?? ''));
}

/** The names of an application's lists that have a value, which need not be an id. */
export async function findListsWith(
  sql: Sql,
  applicationId: string,
  value: string,
): Promise<string[]> {
  const id = listedIdOf(value);
  if (id === undefined) return [];
  const lists = await ID_LISTS.rows.list(sql, applicationId);
  if (lists.length === 0) return [];
  const key = listKeyOf(await readListKey(sql, applicationId));
  const part = partOfId(key, id);
  const names: string[] = [];
  for (const { id: listId, name } of lists) {
    const [stored] = await readParts(sql, listId, [part]);
    if (stored === undefined) continue;
    const parts = new Array<ListPart | undefined>(PARTS).fill(undefined);
    parts[part] = idsFromBytes(part, stored.ids);
    if (isListed({ key, parts }, id)) names.push(name);
  }
  return names;
}

function partOfId(key: ReturnType<typeof listKeyOf>, id: string): number {
  sipHash(key, id);
  return partOf(hashed[0] ?? 0);
}
