import type { Session } from '@comporta/contract/sessions/session';
import { clientName } from '../../identity/client-name.ts';
import { newId } from '../../platform/base/ids.ts';
import { networkOf } from '../../platform/base/network.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import { browserSecretIn } from '../browsers/browser-cookie.ts';
import { tellOfUnknownBrowser } from '../browsers/tell-of-unknown-browser.ts';
import { insertSession } from '../session-repository.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Completion, TokenCall } from './grant.ts';
import { missingStep } from './missing-step.ts';
import { readArrival } from './step-repository.ts';
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
  const { credential, method, strength, providerId, hasSecondStep } = signedIn;
  const origin = {
    secret: browserSecretIn(call.cookie),
    client: clientName(call.userAgent),
    network: networkOf(call.address),
  };
  const arrival = await readArrival(sql, credential.id, origin);
  const { policy } = arrival;
  const missing = await missingStep(sql, signedIn, arrival);
  if (missing !== undefined) return missing;
  if (arrival.isWorthTelling) await tellOfUnknownBrowser(sql, credential, origin);
  const token = newSecret();
  const seconds = await insertSession(sql, {
    tokenHash: hashSecret(token),
    sessionHours: policy.sessionHours,
    isConfirmed: hasSecondStep === true && method === 'SSO',
    signIn: {
      id: newId(),
      accountId: credential.accountId,
      userId: credential.id,
      method,
      strength,
      outcome: 'OPENED',
      providerId,
      client: origin.client,
      network: origin.network,
    },
  });
  if (seconds === undefined) return failedLogIn(call, credential);
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
