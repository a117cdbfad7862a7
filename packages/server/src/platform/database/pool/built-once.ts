import type { SQL } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types';
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core/session';
import { DIALECT, type Sql, sqlOn } from '../sql.ts';
import { keepPlanOf } from './kept-plans.ts';

/** A query of Drizzle whose values are placeholders. */
interface Buildable<Row> {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
  prepare(name: string): PgPreparedQuery<PreparedQueryConfig & { readonly execute: Row[] }>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * A query that every call waits for. Its text is put together at the first use and kept, because that takes as long as to
 * answer the query; connections keep its plan for the same reason. Source: IDN-80.
 */
export function builtOnce<Row>(
  build: (sql: Sql) => Buildable<Row>,
): (sql: Sql, values: Values) => Promise<Row[]> {
  let built: ReturnType<typeof partsOf<Row>> | undefined;
  return (sql, values) => {
    built ??= partsOf(build(NOWHERE));
    const query = sql._.session.prepareQuery<PreparedQueryConfig & { readonly execute: Row[] }>(
      ...built.parameters,
    );
    Reflect.set(query, NULLABLE, built.nullable);
    return query.execute({ ...values });
  };
}

/** The same for a statement that is written in SQL. The database's own values are returned. */
export function statementBuiltOnce<Row>(
  build: (sql: Sql) => SQL,
): (sql: Sql, values: Values) => Promise<Row[]> {
  let built: ReturnType<typeof textOf> | undefined;
  return async (sql, values) => {
    built ??= textOf(build(NOWHERE));
    const query = sql._.session.prepareQuery<
      PreparedQueryConfig & { readonly execute: { readonly rows: Row[] } }
    >(built, undefined, undefined, false);
    return (await query.execute({ ...values })).rows;
  };
}

/** Builds, and asks nothing. */
const NOWHERE = sqlOn({ query: () => undefined } as never); // Nothing of a client is used.

/** Which joined tables may be missing in a row; Drizzle sets it after `prepareQuery`. */
const NULLABLE = 'joinsNotNullableMap';

function partsOf<Row>(buildable: Buildable<Row>) {
  const { sql, params } = buildable.toSQL();
  keepPlanOf(sql);
  const model = buildable.prepare('');
  const fields = Reflect.get(model, 'fields') as SelectedFieldsOrdered; // Private there.
  const parameters = [{ sql, params }, fields, undefined, true] as const;
  return { parameters, nullable: Reflect.get(model, NULLABLE) as unknown };
}

function textOf(statement: SQL) {
  const { sql, params } = DIALECT.sqlToQuery(statement);
  keepPlanOf(sql);
  return { sql, params };
}
