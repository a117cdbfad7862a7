import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import { type Challenge, findChallenge, makeChallenge } from '../../identity/challenges.ts';
import type { Sql } from '../../platform/database/database.ts';

/** Source: IDN-32. */
const STEP_SECONDS = 5 * 60;
/** Enough to install an app; the challenge opens nothing but its set-up. */
const SET_UP_SECONDS = 15 * 60;

/** What answers a second step. The password is for who connects an identity and has no second factor. Source: IDN-15. */
export type StepMethod = 'APP' | 'RECOVERY_CODE' | 'PASSKEY' | 'PASSWORD';

interface StepData {
  /** The first part that was right. */
  readonly first: Extract<SignInMethod, 'PASSWORD' | 'SSO'>;
  readonly providerId?: string | undefined;
  readonly methods: readonly StepMethod[];
  /** Set where it opens only the set-up of a factor. */
  readonly setUp?: true;
  /** The identity that a right answer connects. */
  readonly connect?: Connect;
}

/** What a provider said of somebody whom an answer identifies. */
export interface Connect {
  readonly providerId: string;
  readonly subject: string;
}

export interface Step extends StepData {
  readonly userId: string;
}

/** Begins a second step. Returns the challenge. */
export function makeStep(sql: Sql, { userId, ...data }: Step): Promise<string> {
  const seconds = data.setUp ? SET_UP_SECONDS : STEP_SECONDS;
  return makeChallenge(sql, { kind: 'STEP', userId, data, seconds });
}

export async function findStep(sql: Sql, challenge: string): Promise<Step | undefined> {
  const found = await findChallenge(sql, { kind: 'STEP', secret: challenge });
  return found?.userId == null ? undefined : stepOf({ ...found, userId: found.userId });
}

export function stepOf({ userId, data }: Challenge & { readonly userId: string }): Step {
  return { ...(data as StepData), userId }; // As `makeStep` stores it.
}
