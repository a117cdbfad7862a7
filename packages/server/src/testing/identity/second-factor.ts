import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AppSetUp, RecoveryCodes } from '@comporta/contract/identity/security';
import { TOTP } from 'otpauth';
import type { TestUser } from '../builders.ts';
import { sendForm } from '../log-in.ts';
import type { TestServer } from '../test-server.ts';

/** For a service with a database of its own, as the tests have. */
export const WITH_KEY = { ENCRYPTION_KEY: randomBytes(32).toString('base64url') };

const STEP_SECONDS = 30;

/** The code that the app shows some steps of its clock from now. */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * STEP_SECONDS * 1000;
  return new TOTP({ secret, digits: 6, period: STEP_SECONDS }).generate({ timestamp });
}

const LEFT_MS = 15_000;

/**
 * Resolves when the step of the clock does not end for a while: the code of the step before is wrong in the next one. Only
 * for who needs three codes; of two, the first may be the current one, and the second that of the next step.
 */
export async function untilStepLasts(): Promise<void> {
  const left = STEP_SECONDS * 1000 - (Date.now() % (STEP_SECONDS * 1000));
  if (left < LEFT_MS) await setTimeout(left);
}

/** A code that is wrong whatever the clock says. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  ) as string; // Six codes, of which at most five are right.
}

/**
 * Sets up an authenticator app, as the profile does. Returns its secret. The code of the step before is used up, so that
 * the current one still works.
 */
export async function setUpApp(server: TestServer, { token }: Pick<TestUser, 'token'>) {
  const begun = await server.call<AppSetUp>('POST', '/api/users/me/app', { token });
  const { secret } = begun.body;
  // A step of the clock may end between making a code and checking it, but not twice.
  for (const _try of [1, 2]) {
    const body = { code: codeOf(secret, -1) };
    const { status } = await server.call('PUT', '/api/users/me/app', { token, body });
    if (status === 204) return secret;
  }
  throw new Error('The app was not set up.');
}

export async function newRecoveryCodes(server: TestServer, { token }: Pick<TestUser, 'token'>) {
  const path = '/api/users/me/recovery-codes';
  return (await server.call<RecoveryCodes>('POST', path, { token })).body.codes;
}

/** What a refused or accepted sign-in answers. */
export interface SignInAnswer {
  readonly error_code?: string;
  readonly error?: string;
  readonly access_token?: string;
  readonly meta_data?: {
    readonly challenge?: string;
    readonly methods?: readonly string[];
    readonly company?: string;
  };
}

/** Answers a second step. */
export function answerStep(
  server: TestServer,
  answer: Readonly<Record<string, string>>,
  from?: string,
) {
  const form = { grant_type: 'urn:comporta:second-step', ...answer };
  return sendForm<SignInAnswer>(server, '/oauth/token', { form, from });
}
