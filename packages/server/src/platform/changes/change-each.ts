import { type BulkRow, MAX_BULK_ROWS } from '@comporta/contract/bulk';
import { ERRORS } from '@comporta/contract/errors';
import type { Change } from '@comporta/contract/nouns/change';
import { Rejection } from '../base/rejection.ts';
import type { Actor } from '../callers/actor.ts';
import type { ApplicationScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';
import { rejectionOfDatabaseError } from '../database/database-errors.ts';
import { recordChanges, requireAdmitted } from './changes.ts';

interface Writing {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
}

/**
 * Applies the same change to several entities of an application. A refused one stays as it was and does not prevent
 * the others from being changed. `change` returns undefined when there is nothing to change.
 * Each change gets its own audit entry; all of them share one notification.
 */
export async function changeEach<Call extends Writing>(
  call: Call,
  ids: readonly string[],
  change: (row: Call, id: string) => Promise<Change | undefined>,
): Promise<{ results: BulkRow[] }> {
  if (ids.length > MAX_BULK_ROWS) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'ids', limit: MAX_BULK_ROWS, at: ['ids'] });
  }
  const changes: Change[] = [];
  const results: BulkRow[] = [];
  for (const id of new Set(ids)) {
    try {
      // A nested transaction is a savepoint: a refusal rolls back only its own writes. If-Match is the version of one
      // entity, so it does not count here.
      changes.push(
        await call.sql.transaction((sql) => changeOne({ ...call, sql, ifMatch: undefined }, id)),
      );
      results.push({ id });
    } catch (error) {
      results.push(refusedRow(id, error));
    }
  }
  await recordChanges(
    call.sql,
    call,
    changes.map((made) => () => made),
  );
  return { results };

  async function changeOne(row: Call, id: string): Promise<Change> {
    const made = await change(row, id);
    if (made === undefined) throw new Rejection('UNCHANGED');
    // Each row by itself, so that a refused one does not prevent the others from being changed.
    await requireAdmitted(row.sql, row, [() => made]);
    return made;
  }
}

/** Turns a rejection into a row of the result. Rethrows an error that concerns more than one row. */
function refusedRow(id: string, error: unknown): BulkRow {
  const rejection = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
  if (rejection === undefined || ERRORS[rejection.code].status >= 500) throw error;
  return { id, error_code: rejection.code, ...(rejection.meta && { meta_data: rejection.meta }) };
}
