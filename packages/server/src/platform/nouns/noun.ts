import type { Change } from '@comporta/contract/nouns/change';
import type { EntityType, Records } from '@comporta/contract/nouns/records';
import { isUnchanged, nextVersion, type Versioned } from '../base/versions.ts';
import type { Actor } from '../callers/actor.ts';
import type { ApplicationScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';
import type { RowInJson } from '../database/kept-row.ts';
import type { AccountWriter, Writer } from '../http/write.ts';

/** A row of a noun as repositories return it: what identifies it, and its last save. */
export interface Saved extends Versioned {
  readonly id: string;
}

/** A row that an application owns. */
export interface Stored extends Saved {
  readonly appId: string;
}

/** A row that an account owns. */
export interface StoredOfAccount extends Saved {
  readonly accountId: string;
}

/** The rows of a noun. `insert` and `update` return the row that the database now has. */
export interface Rows<Row> {
  readonly owner: 'application' | 'account';
  /** All of an owner, sorted by name for people. */
  list(sql: Sql, ownerId: string): Promise<Row[]>;
  /** The same in the byte order of names, read in pages. */
  readAll(sql: Sql, ownerId: string): Promise<Row[]>;
  find(sql: Sql, ownerId: string, id: string): Promise<Row | undefined>;
  insert(sql: Sql, row: Row): Promise<Row>;
  update(sql: Sql, row: Row): Promise<Row>;
  /** Writes many, new ones and changed ones. */
  write(sql: Sql, rows: readonly Row[]): Promise<void>;
  remove(sql: Sql, ids: readonly string[]): Promise<void>;
  /** A deleted row, of what a trigger kept of it. */
  kept(json: RowInJson): Row;
}

/** The changes for the audit log; `where` has what replaces ids by names. */
interface Telling<Row, Where> {
  created(row: Row, where: Where): Change;
  edited(before: Row, after: Row, where: Where): Change;
  deleted(row: Row, where: Where): Change;
}

/**
 * What the house knows of a noun: `defineNoun` makes it for plain ones, the others write it by hand.
 * @typeParam Where the writer, and what else the noun needs to know, such as the properties that its conditions name
 */
export interface Noun<Row extends Saved, Draft, Where extends AccountWriter = Writer>
  extends Telling<Row, Where> {
  readonly type: EntityType;
  readonly rows: Rows<Row>;
  /** The field that people and documents know one by. */
  readonly named: 'key' | 'name';
  /** Its fields alone. */
  valueOf(row: Row): object;
  /** Rejects the drafts that a user's save rejects, as far as the draft alone decides it. */
  create(where: Where, draft: Draft): Row;
  /** Answers `before` itself when the draft changes nothing. */
  edit(where: Where, before: Row, draft: Draft): Row;
}

/** The id of who owns what a call is about. */
export function ownerIdIn(
  { owner }: Pick<Rows<never>, 'owner'>,
  {
    actor,
    application,
  }: {
    readonly actor: Pick<Actor, 'accountId'>;
    readonly application?: Pick<ApplicationScope, 'id'> | undefined;
  },
): string {
  if (owner === 'account') return actor.accountId;
  if (application === undefined) throw new Error('the call names no application');
  return application.id;
}

/** How a noun tells its changes. */
interface Told<Type extends EntityType, Row, Where> {
  readonly type: Type;
  /** The field with the name that entries have of it. */
  readonly named: keyof Row & string;
  /** What the audit log keeps of a row, with names in place of ids. */
  recorded(row: Row, where: Where): Records[Type];
  /** False when no evaluation depends on it. */
  readonly isServed?: boolean;
  /** For what belongs to one environment. */
  environmentOf?(where: Where): Change['environment'];
}

export function telling<Type extends EntityType, Row extends Saved, Where>({
  type,
  named,
  recorded,
  isServed,
  environmentOf,
}: Told<Type, Row, Where>): Telling<Row, Where> {
  const of = (row: Row, where: Where) => ({
    type,
    id: row.id,
    name: nameIn(row, named),
    ...(isServed === false && { isServed }),
    ...(environmentOf && { environment: environmentOf(where) }),
  });
  // The compiler does not see that a type and its record belong together while the type is a parameter.
  const change = (told: object) => told as Change;
  return {
    created: (row, where) =>
      change({ action: 'CREATED', ...of(row, where), after: recorded(row, where) }),
    edited: (before, after, where) =>
      change({
        action: 'EDITED',
        ...of(after, where),
        before: recorded(before, where),
        after: recorded(after, where),
      }),
    deleted: (row, where) =>
      change({ action: 'DELETED', ...of(row, where), before: recorded(row, where) }),
  };
}

/** The name of a row, or of what a document has of it. */
export function nameIn(thing: object, named: string): string {
  return String((thing as Readonly<Record<string, unknown>>)[named]);
}

/** The row with other fields, in its next version; the same object when nothing changes. */
export function withFields<Row extends Versioned>(
  { actor }: Pick<Writer, 'actor'>,
  before: Row,
  fields: object,
): Row {
  const edited = { ...before, ...fields };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}
