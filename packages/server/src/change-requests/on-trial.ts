import type { Sql } from '../platform/database/sql.ts';

/** Does work in a savepoint, returns what it returned, and takes back all that it wrote. */
export async function onTrial<Result>(
  sql: Sql,
  work: (inside: Sql) => Promise<Result>,
): Promise<Result> {
  const end = new TrialEnd<Result>();
  try {
    await sql.transaction(async (inside) => {
      end.result = { value: await work(inside) };
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  if (end.result === undefined) throw new Error('the trial has no result');
  return end.result.value;
}

class TrialEnd<Result> extends Error {
  result: { readonly value: Result } | undefined;
}
