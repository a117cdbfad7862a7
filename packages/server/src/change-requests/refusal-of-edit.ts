import { Rejection } from '../platform/base/rejection.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';

/** The refusal of an edit; rethrows what says nothing about it: bugs, and a database that is away, busy or full. */
export function refusalOfEdit(error: unknown): Rejection {
  const rejection = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
  if (rejection === undefined || OF_SERVICE.has(rejection.code)) throw error;
  return rejection;
}

const OF_SERVICE: ReadonlySet<string> = new Set([
  'SERVICE_BUSY',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
]);
