import { isLongEnough, PASSWORD_MIN_CHARS } from '@comporta/contract/sessions/password';
import { Rejection } from '../platform/base/rejection.ts';
import { readSignInPolicy } from '../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../platform/database/database.ts';

interface NewPassword {
  readonly accountId: string;
  readonly password: string;
  readonly field: string;
}

/** Rejects with INVALID_PASSWORD what the company finds too short; where it wants more than all do, it says how much. Source: IDN-41. */
export async function requireLongEnough(
  sql: Sql,
  { accountId, password, field }: NewPassword,
): Promise<void> {
  const { passwordMinChars: min } = await readSignInPolicy(sql, accountId);
  if (isLongEnough(password, min)) return;
  const at = [field];
  throw new Rejection('INVALID_PASSWORD', min > PASSWORD_MIN_CHARS ? { at, min } : { at });
}
