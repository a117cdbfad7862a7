import type { SignInMethod } from './sign-in.ts';

/** What of a company's sign-in policy decides. */
interface Rules {
  readonly passwordLogin: 'EVERYBODY' | 'EMERGENCY_ONLY';
  readonly secondFactor: 'OPTIONAL' | 'ADMINS' | 'ALL';
  readonly graceDays: number;
}

/** A first part of a sign-in that was right. Times are Unix seconds. */
export interface FirstPart {
  readonly method: Extract<SignInMethod, 'PASSWORD' | 'PASSKEY' | 'SSO'>;
  /** Whether the provider asks for a second factor itself (`secondFactorThere`). */
  readonly providerCounts: boolean;
  readonly hasFactor: boolean;
  readonly admin: boolean;
  /** Whether the policy lists this user. */
  readonly emergency: boolean;
  readonly policy: Rules;
  /** From when on a factor is required of this user; null until the first sign-in under a policy that does. */
  readonly dueAt: number | null;
  readonly now: number;
}

export interface NextStep {
  readonly step:
    | 'OPEN'
    | 'SECOND_FACTOR_REQUIRED'
    | 'SECOND_FACTOR_SETUP_REQUIRED'
    | 'SSO_REQUIRED';
  /** Set where this sign-in is the first under the policy: when its grace ends. To be stored. */
  readonly dueAt?: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** What is missing before a session opens. Enforcement comes first, then what counts as both, then the factor. */
export function nextStep(part: FirstPart): NextStep {
  const { method, policy, hasFactor } = part;
  const enforced = policy.passwordLogin === 'EMERGENCY_ONLY';
  if (enforced && method !== 'SSO' && !part.emergency) return { step: 'SSO_REQUIRED' };
  if (method === 'PASSKEY' || (method === 'SSO' && part.providerCounts)) return { step: 'OPEN' };
  if (hasFactor) return { step: 'SECOND_FACTOR_REQUIRED' };
  // The tables let no emergency user lose the factor (IDN-82). Were one lost all the same, doubt closes.
  if (enforced && method !== 'SSO') return { step: 'SECOND_FACTOR_SETUP_REQUIRED' };
  return requiresFactor(policy, part.admin) ? stepOfGrace(part) : { step: 'OPEN' };
}

/** Whether a policy asks this user for a second factor, sooner or later. Source: IDN-35. */
export function requiresFactor(policy: Pick<Rules, 'secondFactor'>, admin: boolean): boolean {
  return policy.secondFactor === 'ALL' || (policy.secondFactor === 'ADMINS' && admin);
}

function stepOfGrace({ dueAt, now, policy }: FirstPart): NextStep {
  const ends = dueAt ?? now + policy.graceDays * DAY_SECONDS;
  return {
    step: now < ends ? 'OPEN' : 'SECOND_FACTOR_SETUP_REQUIRED',
    ...(dueAt === null ? { dueAt: ends } : {}),
  };
}
