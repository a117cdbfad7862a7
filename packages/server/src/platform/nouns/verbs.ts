import type { LastChanged } from '@comporta/contract/last-changed';
import { orNotFound } from '../base/or-not-found.ts';
import { requireVersion, withLastChanged } from '../base/versions.ts';
import { recordChange } from '../changes/changes.ts';
import { CONSISTENT_READ, type Sql } from '../database/database.ts';
import type { Write } from '../http/write.ts';
import type { Noun, Stored } from './noun.ts';

interface Read {
  readonly sql: Sql;
  readonly application: { readonly id: string };
}

type One = { readonly params: { readonly id: string } };
type Answered<Row> = Row & { readonly lastChanged: LastChanged };

/** What else a verb does with the row, in its transaction: store what hangs on it, or refuse. */
type Also<Row> = (sql: Sql, row: Row) => Promise<unknown>;

export async function getOne<Row extends Stored, Draft>(
  { rows }: Noun<Row, Draft>,
  { sql, application, params }: Read & One,
): Promise<Answered<Row>> {
  return withLastChanged(orNotFound(await rows.find(sql, application.id, params.id)));
}

/** All of an application, each with what uses it. */
export function listUsed<Row extends Stored, Draft, Use>(
  { rows }: Noun<Row, Draft>,
  { sql, application: { id } }: Read,
  usesOf: (sql: Sql, applicationId: string) => Promise<ReadonlyMap<string, readonly Use[]>>,
): Promise<(Answered<Row> & { readonly usedBy: Use[] })[]> {
  return sql.transaction(async (moment) => {
    const all = await rows.list(moment, id);
    const uses = await usesOf(moment, id);
    return all.map((row) => ({ ...withLastChanged(row), usedBy: [...(uses.get(row.id) ?? [])] }));
  }, CONSISTENT_READ);
}

export async function createOne<Row extends Stored, Draft extends object>(
  noun: Noun<Row, Draft>,
  call: Write<'application', Draft>,
  alsoStore?: Also<Row>,
): Promise<Answered<Row>> {
  const { sql, body } = call;
  const row = await noun.rows.insert(sql, noun.create(call, body as Draft));
  await alsoStore?.(sql, row);
  await recordChange(call, noun.created(row));
  return withLastChanged(row);
}

export async function editOne<Row extends Stored, Draft extends object>(
  noun: Noun<Row, Draft>,
  call: Write<'application', Draft> & One,
  alsoStore?: Also<Row>,
): Promise<Answered<Row>> {
  const { sql, application, params, body, ifMatch } = call;
  const before = orNotFound(await noun.rows.find(sql, application.id, params.id));
  requireVersion(before, ifMatch);
  const edited = noun.edit(call, before, body as Draft);
  if (edited === before) return withLastChanged(before);
  const after = await noun.rows.update(sql, edited);
  await alsoStore?.(sql, after);
  await recordChange(call, noun.edited(before, after));
  return withLastChanged(after);
}

/** @param refuse rejects while others use it: a foreign key would, too, but could not say where it is used */
export async function deleteOne<Row extends Stored, Draft>(
  noun: Noun<Row, Draft>,
  call: Write<'application'> & One,
  refuse?: Also<Row>,
): Promise<void> {
  const { sql, application, params, ifMatch } = call;
  const row = orNotFound(await noun.rows.find(sql, application.id, params.id));
  requireVersion(row, ifMatch);
  await refuse?.(sql, row);
  await noun.rows.remove(sql, [row.id]);
  await recordChange(call, noun.deleted(row));
}
