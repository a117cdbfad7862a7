import type { Session } from '@comporta/contract/sessions/session';
import { newId } from '../../platform/base/ids.ts';
import { networkOf } from '../../platform/base/network.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import { clientName } from '../../platform/identity/client-name.ts';
import { readSignInPolicy } from '../../platform/identity/sign-in-policy-repository.ts';
import { tellOfUnknownBrowser } from '../browsers/tell-of-unknown-browser.ts';
import { noteLogIn } from '../credential-repository.ts';
import { insertSession } from '../session-repository.ts';
import { insertSignIn } from '../sign-in-repository.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Completion, TokenCall } from './grant.ts';
import { missingStep } from './missing-step.ts';
import { tellOfEmergency } from './tell-of-emergency.ts';

/**
 * Opens a session in the transaction that uses up what its owner came in with, and writes the row of the log that says how
 * strong it is. Returns a refusal where what was written before must stay. Source: IDN-05.
 */
export async function openSession(
  call: TokenCall,
  complete: Completion,
): Promise<Session | Rejection> {
  const { sql } = call;
  const signedIn = await complete(sql);
  if (signedIn instanceof Rejection) return signedIn;
  if ('issued' in signedIn) return signedIn.issued;
  const policy = await readSignInPolicy(sql, signedIn.credential.accountId);
  const missing = await missingStep(sql, signedIn, policy);
  if (missing !== undefined) return missing;
  const { credential, method, strength, providerId } = signedIn;
  await tellOfUnknownBrowser(sql, call, credential);
  if (!(await noteLogIn(sql, credential.id))) return failedLogIn(call, credential);
  const token = newSecret();
  const signInId = newId();
  await insertSignIn(sql, {
    id: signInId,
    accountId: credential.accountId,
    userId: credential.id,
    method,
    strength,
    outcome: 'OPENED',
    providerId,
    client: clientName(call.userAgent),
    network: networkOf(call.address),
  });
  const session = { tokenHash: hashSecret(token), userId: credential.id, signInId };
  const seconds = await insertSession(sql, session, policy);
  await tellOfEmergency(sql, signedIn, policy);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.min(seconds, (policy.idleMinutes ?? Infinity) * 60),
    language: credential.language,
    name: credential.name,
    company_name: credential.companyName,
    is_admin: credential.admin,
    plan: credential.plan,
    user_name: credential.email,
  };
}
