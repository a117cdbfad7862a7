import type { ErrorCode } from '@comporta/contract/errors';
import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { Rejection } from '../platform/base/rejection.ts';
import { about } from './import-plan.ts';
import { type User, usageOf } from './uses.ts';

/** Rejects a change of an entity, with `code`, while others use it. */
export function requireUnusedBy(
  what: ImportChange,
  code: ErrorCode,
  users: readonly User[] = [],
): void {
  if (users.length === 0) return;
  about(what, () => {
    throw new Rejection(code, { items: users.map(usageOf) });
  });
}
