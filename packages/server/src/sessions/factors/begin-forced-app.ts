import type { AppSetUp } from '@comporta/contract/identity/security';
import type { Sealing } from '../../identity/sealing.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCredentialById } from '../credential-repository.ts';
import { findStep } from '../grants/step.ts';
import { beginApp } from './set-up-app.ts';

/** The secret of an app for who must set one up before the first session. Rejects with CHALLENGE_EXPIRED. */
export async function beginForcedApp(
  sql: Sql,
  challenge: string,
  sealing: Sealing,
): Promise<AppSetUp> {
  const step = await findStep(sql, challenge);
  const user = step?.setUp ? await findCredentialById(sql, step.userId) : undefined;
  if (user === undefined) throw new Rejection('CHALLENGE_EXPIRED');
  return beginApp(sql, user, sealing);
}
