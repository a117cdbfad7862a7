import type { Change } from '@comporta/contract/nouns/change';
import type { EntityType, Records } from '@comporta/contract/nouns/records';
import type { Versioned } from '../base/versions.ts';
import type { Sql } from '../database/database.ts';
import type { Writer } from '../http/write.ts';

/** A row of a noun as repositories return it: what identifies it, and its last save. */
export interface Stored extends Versioned {
  readonly id: string;
  readonly appId: string;
}

/** The rows of a noun. `insert` and `update` return the row that the database now has. */
export interface Rows<Row> {
  /** All of an application, sorted by name for people. */
  list(sql: Sql, applicationId: string): Promise<Row[]>;
  /** The same in the byte order of names, read in pages. */
  readAll(sql: Sql, applicationId: string): Promise<Row[]>;
  find(sql: Sql, applicationId: string, id: string): Promise<Row | undefined>;
  insert(sql: Sql, row: Row): Promise<Row>;
  update(sql: Sql, row: Row): Promise<Row>;
  /** Writes many, new ones and changed ones. */
  write(sql: Sql, rows: readonly Row[]): Promise<void>;
  remove(sql: Sql, ids: readonly string[]): Promise<void>;
}

/** Nothing, where audit entries need nothing but the row. */
type Around<Needed extends object> = object extends Needed ? [around?: Needed] : [around: Needed];

/** The changes for the audit log. `Needed` is what replaces ids by names, for nouns that have some. */
export interface Telling<Row, Needed extends object = object> {
  created(row: Row, ...around: Around<Needed>): Change;
  edited(before: Row, after: Row, ...around: Around<Needed>): Change;
  deleted(row: Row, ...around: Around<Needed>): Change;
}

/**
 * What the house knows of a noun: `defineNoun` makes it for plain ones, the others write it by hand.
 * @typeParam Needed what its checks and its audit entries need to know of other nouns
 */
export interface Noun<Row extends Stored, Draft, Needed extends object = object>
  extends Telling<Row, Needed> {
  readonly type: EntityType;
  readonly rows: Rows<Row>;
  /** What people and documents call one. */
  nameOf(row: Row): string;
  /** Its fields alone. */
  valueOf(row: Row): object;
  /** Rejects the drafts that a user's save rejects, as far as the draft alone decides it. */
  create(writer: Writer & Needed, draft: Draft): Row;
  /** Answers `before` itself when the draft changes nothing. */
  edit(writer: Writer & Needed, before: Row, draft: Draft): Row;
}

/** How a noun tells its changes. */
interface Told<Type extends EntityType, Row, Needed extends object> {
  readonly type: Type;
  nameOf(row: Row): string;
  /** What the audit log keeps of a row, with names in place of ids. */
  recorded(row: Row, ...around: Around<Needed>): Records[Type];
  /** False when no evaluation depends on it. */
  readonly isServed?: boolean;
}

export function telling<Type extends EntityType, Row extends Stored, Needed extends object>({
  type,
  nameOf,
  recorded,
  isServed,
}: Told<Type, Row, Needed>): Telling<Row, Needed> {
  const of = (row: Row) => ({
    type,
    id: row.id,
    name: nameOf(row),
    ...(isServed === false && { isServed }),
  });
  // The compiler does not see that a type and its record belong together while the type is a parameter.
  const change = (told: object) => told as Change;
  return {
    created: (row, ...around) =>
      change({ action: 'CREATED', ...of(row), after: recorded(row, ...around) }),
    edited: (before, after, ...around) =>
      change({
        action: 'EDITED',
        ...of(after),
        before: recorded(before, ...around),
        after: recorded(after, ...around),
      }),
    deleted: (row, ...around) =>
      change({ action: 'DELETED', ...of(row), before: recorded(row, ...around) }),
  };
}
