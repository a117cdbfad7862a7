import type { LastChanged } from '@comporta/contract/last-changed';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../base/or-not-found.ts';
import { requireVersion, withLastChanged } from '../base/versions.ts';
import { recordChange } from '../changes/changes.ts';
import { CONSISTENT_READ, type Sql } from '../database/database.ts';
import { findVersion, listVersions, type Versions } from '../database/kept-versions.ts';
import type { Write, Writer } from '../http/write.ts';
import type { Noun, Stored } from './noun.ts';

interface Read {
  readonly sql: Sql;
  readonly application: { readonly id: string };
}

type One = { readonly params: { readonly id: string } };
type WriteOne<Where> = Where & Write<'application'> & One;
type Answered<Row> = Row & { readonly lastChanged: LastChanged };

/** What a noun does beside its own row, in the same transaction; `before` is absent for a creation. */
interface Besides<Row> {
  /** Refuses before the row is written. */
  readonly admit?: ((sql: Sql, row: Row, before?: Row) => Promise<unknown>) | undefined;
  /** Stores what hangs on the row, or refuses by what the database now has. */
  readonly also?: (sql: Sql, row: Row, before?: Row) => Promise<unknown>;
}

export async function getOne<Row extends Stored>(
  { rows }: Pick<Noun<Row, never>, 'rows'>,
  { sql, application, params }: Read & One,
): Promise<Answered<Row>> {
  return withLastChanged(orNotFound(await rows.find(sql, application.id, params.id)));
}

/** All of an application, each with what uses it. */
export function listUsed<Row extends Stored, Use>(
  { rows }: Pick<Noun<Row, never>, 'rows'>,
  { sql, application: { id } }: Read,
  usesOf: (sql: Sql, applicationId: string) => Promise<ReadonlyMap<string, readonly Use[]>>,
): Promise<(Answered<Row> & { readonly usedBy: Use[] })[]> {
  return sql.transaction(async (moment) => {
    const all = await rows.list(moment, id);
    const uses = await usesOf(moment, id);
    return all.map((row) => ({ ...withLastChanged(row), usedBy: [...(uses.get(row.id) ?? [])] }));
  }, CONSISTENT_READ);
}

export async function createOne<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: Where & Write<'application'> & { readonly body: Draft },
  { admit, also }: Besides<Row> = {},
): Promise<Answered<Row>> {
  const { sql } = call;
  const created = noun.create(call, call.body);
  await admit?.(sql, created);
  const row = await noun.rows.insert(sql, created);
  await also?.(sql, row);
  await recordChange(call, noun.created(row, call));
  return withLastChanged(row);
}

export function editOne<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where> & { readonly body: Draft },
  besides?: Besides<Row>,
): Promise<Answered<Row>> {
  const edit = (before: Row) => noun.edit(call, before, call.body);
  return changeOne(noun, call, { edit, ...besides });
}

interface Edit<Row> extends Besides<Row> {
  /** Answers the row itself when nothing changes. */
  edit(before: Row): Row;
}

export async function changeOne<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  how: Edit<Row>,
): Promise<Answered<Row>> {
  const { row, change } = await putOne(noun, call, how);
  if (change !== undefined) await recordChange(call, change);
  return withLastChanged(row);
}

/** The same without recording: returns the change, which the caller has to record; undefined when there is none. */
export async function putOne<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  { edit, admit, also }: Edit<Row>,
): Promise<{ readonly row: Row; readonly change?: Change }> {
  const { sql, application, params, ifMatch } = call;
  const before = orNotFound(await noun.rows.find(sql, application.id, params.id));
  requireVersion(before, ifMatch);
  const edited = edit(before);
  if (edited === before) return { row: before };
  await admit?.(sql, edited, before);
  const row = await noun.rows.update(sql, edited);
  await also?.(sql, row, before);
  return { row, change: noun.edited(before, row, call) };
}

export async function deleteOne<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  refuse?: (sql: Sql, row: Row) => Promise<unknown>,
): Promise<void> {
  await recordChange(call, await takeAway(noun, call, refuse));
}

/**
 * Deletes one; returns the change, which the caller has to record.
 * @param refuse rejects while others use it: a foreign key would, too, but could not say where it is used
 */
export async function takeAway<Row extends Stored, Draft, Where extends Writer>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  refuse?: (sql: Sql, row: Row) => Promise<unknown>,
): Promise<Change> {
  const { sql, application, params, ifMatch } = call;
  const row = orNotFound(await noun.rows.find(sql, application.id, params.id));
  requireVersion(row, ifMatch);
  await refuse?.(sql, row);
  await noun.rows.remove(sql, [row.id]);
  return noun.deleted(row, call);
}

type Kept<Row extends Stored> = Pick<Noun<Row, never>, 'rows'> & { readonly versions: Versions };

export async function versionsOf<Row extends Stored>(
  { rows, versions }: Kept<Row>,
  { sql, application, params }: Read & One,
) {
  return listVersions(sql, versions, orNotFound(await rows.find(sql, application.id, params.id)));
}

export async function getVersion<Row extends Stored>(
  { rows, versions }: Kept<Row>,
  call: Read & { readonly params: { readonly id: string; readonly version: string } },
) {
  const { sql, application, params } = call;
  const stored = orNotFound(await rows.find(sql, application.id, params.id));
  return orNotFound(await findVersion(sql, versions, { stored, number: params.version }));
}
