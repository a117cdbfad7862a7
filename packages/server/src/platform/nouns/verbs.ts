import type { LastChanged } from '@comporta/contract/last-changed';
import type { Change } from '@comporta/contract/nouns/change';
import { orNotFound } from '../base/or-not-found.ts';
import { nextVersion, requireVersion, withLastChanged } from '../base/versions.ts';
import type { Actor } from '../callers/actor.ts';
import { lockAccountFor } from '../callers/authenticate.ts';
import { recordAccountChange, recordChange } from '../changes/changes.ts';
import { CONSISTENT_READ, type Sql } from '../database/database.ts';
import type { RowInJson } from '../database/kept-row.ts';
import { findVersion, listVersions, type Versions } from '../database/kept-versions.ts';
import type { AccountWriter, Writer } from '../http/write.ts';
import { type Noun, ownerIdIn, type Rows, type Saved } from './noun.ts';

interface Read {
  readonly sql: Sql;
  readonly actor: Pick<Actor, 'accountId'>;
  /** Absent in calls for what an account owns. */
  readonly application?: { readonly id: string } | undefined;
}

type Writing = AccountWriter &
  Partial<Writer> & { readonly sql: Sql; readonly ifMatch: number | undefined };
type One = { readonly params: { readonly id: string } };
type WriteOne<Where> = Where & Writing & One;
type Answered<Row> = Row & { readonly lastChanged: LastChanged };

type Owned = { readonly rows: Pick<Rows<never>, 'owner'> };

/**
 * Returns the id of the owner that a write changes something of. An application is locked before its calls; an account
 * only here, and whoever waited for that must still be what they were.
 */
async function lockOwner({ rows }: Owned, call: Writing): Promise<string> {
  const { sql, actor } = call;
  const id = ownerIdIn(rows, call);
  if (rows.owner === 'account') {
    await lockAccountFor(sql, actor, { access: actor.admin ? 'admin' : 'user' });
  }
  return id;
}

function record(
  { rows }: Owned,
  { sql, actor, application }: Writing,
  change: Change,
): Promise<void> {
  return rows.owner === 'account' || application === undefined
    ? recordAccountChange(sql, actor, change)
    : recordChange({ sql, actor, application }, change);
}

/** What a noun does beside its own row, in the same transaction; `before` is absent for a creation. */
interface Besides<Row> {
  /** Refuses before the row is written. */
  readonly admit?: ((sql: Sql, row: Row, before?: Row) => Promise<unknown>) | undefined;
  /** Stores what hangs on the row, or refuses by what the database now has. */
  readonly also?: (sql: Sql, row: Row, before?: Row) => Promise<unknown>;
}

export async function getOne<Row extends Saved>(
  { rows }: Pick<Noun<Row, never>, 'rows'>,
  call: Read & One,
): Promise<Answered<Row>> {
  return withLastChanged(await findOne(rows, call));
}

/** All of an application, each with what uses it. */
export function listUsed<Row extends Saved, Use>(
  { rows }: Pick<Noun<Row, never>, 'rows'>,
  call: Read,
  usesOf: (sql: Sql, ownerId: string) => Promise<ReadonlyMap<string, readonly Use[]>>,
): Promise<(Answered<Row> & { readonly usedBy: Use[] })[]> {
  const id = ownerIdIn(rows, call);
  return call.sql.transaction(async (moment) => {
    const all = await rows.list(moment, id);
    const uses = await usesOf(moment, id);
    return all.map((row) => ({ ...withLastChanged(row), usedBy: [...(uses.get(row.id) ?? [])] }));
  }, CONSISTENT_READ);
}

export async function createOne<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: Where & Writing & { readonly body: Draft },
  { admit, also }: Besides<Row> = {},
): Promise<Answered<Row>> {
  const { sql } = call;
  await lockOwner(noun, call);
  const created = noun.create(call, call.body);
  await admit?.(sql, created);
  const row = await noun.rows.insert(sql, created);
  await also?.(sql, row);
  await record(noun, call, noun.created(row, call));
  return withLastChanged(row);
}

export function editOne<Row extends Saved, Draft, Where extends AccountWriter>(
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

export async function changeOne<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  how: Edit<Row>,
): Promise<Answered<Row>> {
  const { row, change } = await putOne(noun, call, how);
  if (change !== undefined) await record(noun, call, change);
  return withLastChanged(row);
}

/** The same without recording: returns the change, which the caller has to record; undefined when there is none. */
export async function putOne<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  { edit, admit, also }: Edit<Row>,
): Promise<{ readonly row: Row; readonly change?: Change }> {
  const { sql, params, ifMatch } = call;
  const ownerId = await lockOwner(noun, call);
  const before = orNotFound(await noun.rows.find(sql, ownerId, params.id));
  requireVersion(before, ifMatch);
  const edited = edit(before);
  if (edited === before) return { row: before };
  await admit?.(sql, edited, before);
  const row = await noun.rows.update(sql, edited);
  await also?.(sql, row, before);
  return { row, change: noun.edited(before, row, call) };
}

export async function deleteOne<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  refuse?: (sql: Sql, row: Row) => Promise<unknown>,
): Promise<void> {
  await record(noun, call, await takeAway(noun, call, refuse));
}

/**
 * Deletes one; returns the change, which the caller has to record.
 * @param refuse rejects while others use it: a foreign key would, too, but could not say where it is used
 */
export async function takeAway<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: WriteOne<Where>,
  refuse?: (sql: Sql, row: Row) => Promise<unknown>,
): Promise<Change> {
  const { sql, params, ifMatch } = call;
  const ownerId = await lockOwner(noun, call);
  const row = orNotFound(await noun.rows.find(sql, ownerId, params.id));
  requireVersion(row, ifMatch);
  await refuse?.(sql, row);
  await noun.rows.remove(sql, [row.id]);
  return noun.deleted(row, call);
}

/** A deleted row, and the name that it gets in place of its own. */
export interface Kept {
  readonly body: RowInJson;
  readonly name: string | undefined;
}

/**
 * Stores a deleted row again, with its id, in its next version; returns the change, which the caller has to record. It is
 * checked as a save of it that changes nothing but its name.
 */
export async function restoreOne<Row extends Saved, Draft, Where extends AccountWriter>(
  noun: Noun<Row, Draft, Where>,
  call: Where & Writing,
  { body, name, admit, also }: Kept & Besides<Row>,
): Promise<Change> {
  const { sql, actor } = call;
  await lockOwner(noun, call);
  const before = noun.rows.kept(body);
  const draft = { ...noun.valueOf(before), ...(name !== undefined && { [noun.named]: name }) };
  // The fields of a noun are a draft of it, as those of an import are.
  const edited = noun.edit(call, before, draft as Draft);
  const restored = { ...edited, ...nextVersion(before, actor) };
  await admit?.(sql, restored);
  const row = await noun.rows.insert(sql, restored);
  await also?.(sql, row);
  return noun.created(row, call);
}

type Versioned<Row extends Saved> = Pick<Noun<Row, never>, 'rows'> & {
  readonly versions: Versions;
};

export async function versionsOf<Row extends Saved>(
  { rows, versions }: Versioned<Row>,
  call: Read & One,
) {
  return listVersions(call.sql, versions, await findOne(rows, call));
}

export async function getVersion<Row extends Saved>(
  { rows, versions }: Versioned<Row>,
  call: Read & { readonly params: { readonly id: string; readonly version: string } },
) {
  const stored = await findOne(rows, call);
  const { version } = call.params;
  return orNotFound(await findVersion(call.sql, versions, { stored, number: version }));
}

async function findOne<Row>(rows: Rows<Row>, call: Read & One): Promise<Row> {
  return orNotFound(await rows.find(call.sql, ownerIdIn(rows, call), call.params.id));
}
