import type { SelectedFieldsOrdered } from 'drizzle-orm/pg-core/query-builders/select.types';
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core/session';
import { type Sql, sqlOn } from '../sql.ts';

/** A query of Drizzle whose values are placeholders. */
interface Buildable<Row> {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
  prepare(name: string): PgPreparedQuery<PreparedQueryConfig & { readonly execute: Row[] }>;
}

type Values = Readonly<Record<string, string>>;

/**
 * A query that every call waits for. Its text is put together at the first use and kept, because that takes as long as to
 * answer the query. Source: IDN-80.
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

/** Builds, and asks nothing. */
const NOWHERE = sqlOn({ query: () => undefined } as never); // Nothing of a client is used.

/** Which joined tables may be missing in a row; Drizzle sets it after `prepareQuery`. */
const NULLABLE = 'joinsNotNullableMap';

function partsOf<Row>(buildable: Buildable<Row>) {
  const { sql, params } = buildable.toSQL();
  const model = buildable.prepare('');
  const fields = Reflect.get(model, 'fields') as SelectedFieldsOrdered; // Private there.
  const parameters = [{ sql, params }, fields, undefined, true] as const;
  return { parameters, nullable: Reflect.get(model, NULLABLE) as unknown };
}
