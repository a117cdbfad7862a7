import { Rejection } from '../platform/base/rejection.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import { mayOwn } from './owner-repository.ts';

/** Rejects with UNKNOWN_OWNER when the user may not own a toggle. A toggle without an owner is always allowed. */
export async function requirePossibleOwner(
  sql: Sql,
  application: ApplicationScope,
  ownerId: string | null | undefined,
): Promise<void> {
  if (ownerId === undefined || ownerId === null) return;
  if (!(await mayOwn(sql, application, ownerId))) {
    throw new Rejection('UNKNOWN_OWNER', { at: ['ownerId'] });
  }
}
