import type { SignInPolicy } from '@comporta/contract/identity/sign-in-policy';
import { tellAdministrators } from '../../identity/ways-in/tell-administrators.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { SignedIn } from './grant.ts';

/** Tells the administrators when an emergency user comes in where others need a provider. Source: IDN-44. */
export async function tellOfEmergency(
  sql: Sql,
  { credential: { accountId, name }, method }: SignedIn,
  { passwordLogin }: SignInPolicy,
): Promise<void> {
  if (passwordLogin !== 'EMERGENCY_ONLY' || method === 'SSO') return;
  await tellAdministrators(sql, accountId, { is: 'emergency', name });
}
