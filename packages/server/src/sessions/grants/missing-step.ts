import { nextStep, requiresFactor } from '@comporta/contract/identity/next-step';
import { listSignOnProviders } from '../../identity/ways-in/sign-on-door.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { isEnforcedFor } from '../../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { SignedIn } from './grant.ts';
import { makeStep, type StepMethod } from './step.ts';
import { type Arrival, saveFactorDueAt } from './step-repository.ts';

/**
 * What a right part of a sign-in still lacks, as the refusal that says how to go on; undefined when the session may open.
 * The challenge stays only if the refusal is returned. Source: IDN-02, IDN-35.
 */
export async function missingStep(
  sql: Sql,
  signedIn: SignedIn,
  { policy, ...facts }: Omit<Arrival, 'isWorthTelling'>,
): Promise<Rejection | undefined> {
  const { credential, method, providerId, hasSecondStep } = signedIn;
  const emergency = policy.emergencyUsers.includes(credential.id);
  if (hasSecondStep) {
    const isRefused = method !== 'SSO' && isEnforcedFor(policy, credential.id);
    return isRefused ? ssoRequired(sql, signedIn) : undefined;
  }
  const next = nextStep({
    method: method === 'SSO' || method === 'PASSKEY' ? method : 'PASSWORD',
    providerCounts: method === 'SSO' && signedIn.strength === 2,
    hasFactor: facts.hasApp || facts.hasPasskey,
    admin: credential.admin,
    emergency,
    policy,
    dueAt: facts.dueAt,
    now: facts.now,
  });
  if (next.dueAt !== undefined) await saveFactorDueAt(sql, credential.id, next.dueAt);
  // Under the next policy that asks for a factor, the grace begins anew.
  else if (facts.dueAt !== null && !requiresFactor(policy, credential.admin)) {
    await saveFactorDueAt(sql, credential.id, null);
  }
  const first = method === 'SSO' ? 'SSO' : 'PASSWORD';
  const begun = { userId: credential.id, first, providerId } as const;
  switch (next.step) {
    case 'OPEN':
      return undefined;
    case 'SSO_REQUIRED':
      return ssoRequired(sql, signedIn);
    case 'SECOND_FACTOR_REQUIRED': {
      const methods = methodsOf(facts);
      const challenge = await makeStep(sql, { ...begun, methods });
      return new Rejection('SECOND_FACTOR_REQUIRED', { challenge, methods });
    }
    case 'SECOND_FACTOR_SETUP_REQUIRED': {
      const challenge = await makeStep(sql, { ...begun, methods: ['APP'], setUp: true });
      const company = credential.companyName;
      return new Rejection('SECOND_FACTOR_SETUP_REQUIRED', { challenge, company });
    }
  }
}

/** With what a holder of a factor can answer. */
export function methodsOf(facts: {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly recoveryCodes: number;
}): StepMethod[] {
  return [
    ...(facts.hasApp ? (['APP'] as const) : []),
    ...(facts.hasPasskey ? (['PASSKEY'] as const) : []),
    ...(facts.recoveryCodes > 0 ? (['RECOVERY_CODE'] as const) : []),
  ];
}

async function ssoRequired(sql: Sql, { credential }: SignedIn): Promise<Rejection> {
  const providers = await listSignOnProviders(sql, credential.accountId);
  return new Rejection('SSO_REQUIRED', { providers, company: credential.companyName });
}
