import type { ErrorCode } from '@comporta/contract/errors';
import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import { countTry, takeChallenge } from '../../identity/challenges.ts';
import { verifyPassword } from '../../identity/passwords.ts';
import { networkOf } from '../../platform/base/network.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { type Credential, findCredentialById } from '../credential-repository.ts';
import type { FailedSignIns } from '../sign-in-log/failed-sign-ins.ts';
import { answerStep, type StepAnswers } from './answer-step.ts';
import { failedLogIn } from './failed-log-in.ts';
import type { Grant, SignedIn, TokenCall } from './grant.ts';
import { type HeldStep, holdStep, holdStepAlone } from './held-step-repository.ts';
import { type Connect, findStep, type Step } from './step.ts';

export interface SecondStepSettings extends StepAnswers {
  /** Connects the identity of a sign-on with the user who proved that they are the same. */
  readonly connect?: (
    sql: Sql,
    user: Credential,
    connect: Connect,
  ) => Promise<Rejection | undefined>;
  readonly failed: Pick<FailedSignIns, 'note'>;
}

/** End the try, but not the challenge: who waits may try again, or in another way. */
const COUNT_FOR_NOTHING: ReadonlySet<ErrorCode> = new Set([
  'CODES_PAUSED',
  'ENCRYPTION_KEY_MISSING',
]);

/**
 * What answers a challenge: a code of the app, a recovery code, a passkey or, to connect an identity, the password of who
 * has no second factor. Five wrong answers end it. Source: IDN-32.
 */
export function secondStepGrant(settings: SecondStepSettings): Grant {
  return async (call) => {
    const hasRightPassword = await isPasswordRight(call);
    return async (sql) => {
      const held = await holdAnswered(sql, call.body);
      if (held === undefined) return new Rejection('CHALLENGE_EXPIRED');
      const { step, user } = held;
      const challenge = { kind: 'STEP', secret: call.body.challenge } as const;
      const answered = await answerStep(
        { ...call, sql },
        { step, user, hasRightPassword },
        settings,
      );
      if (answered instanceof Rejection) {
        if (!COUNT_FOR_NOTHING.has(answered.code)) await countTry(sql, challenge);
        failedLogIn(call, user, answered.code);
        const method = methodOf(call.body);
        settings.failed.note({ user: { id: user.id }, method, outcome: answered.code }, call);
        return answered;
      }
      await takeChallenge(sql, challenge);
      const refusal = step.connect && (await settings.connect?.(sql, user, step.connect));
      return refusal ?? signedInBy(step, user, answered);
    };
  };
}

/**
 * In the order of all who change users; a code of the app, as most answers are, changes none, so it does not wait for who
 * changes others of the company.
 */
async function holdAnswered(
  sql: Sql,
  { challenge, recovery_code }: TokenCall['body'],
): Promise<HeldStep | undefined> {
  const alone = recovery_code === '' ? await holdStepAlone(sql, challenge) : undefined;
  return alone ?? holdStep(sql, challenge);
}

/** What the step was answered with. */
function methodOf({ code, recovery_code, passkey }: TokenCall['body']): SignInMethod {
  if (code !== '') return 'APP';
  if (recovery_code !== '') return 'RECOVERY_CODE';
  return passkey === '' ? 'PASSWORD' : 'PASSKEY';
}

/** After a sign-on the session is one of that provider, whatever answered the step. */
function signedInBy(
  { first, providerId }: Step,
  credential: Credential,
  method: SignedIn['method'],
): SignedIn {
  const isFactor = method !== 'PASSWORD';
  return {
    credential,
    method: first === 'SSO' ? 'SSO' : method,
    strength: isFactor ? 2 : 1,
    providerId,
    ...(isFactor && { hasSecondStep: true }),
  };
}

/** Takes about 40 ms, so it is done before the transaction. Undefined when no password was sent, or none is asked for. */
async function isPasswordRight({ sql, address, body }: TokenCall): Promise<boolean | undefined> {
  if (body.password === '') return undefined;
  const step = await findStep(sql, body.challenge);
  if (!step?.methods.includes('PASSWORD')) return undefined;
  const user = await findCredentialById(sql, step.userId);
  const client = { network: networkOf(address), isKnown: true };
  return verifyPassword(user?.passwordHash, body.password, client);
}
