import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import { useRecoveryCode } from '../../identity/factors/recovery-codes.ts';
import { useAppCode } from '../../identity/factors/use-app-code.ts';
import type { Sealing } from '../../identity/sealing.ts';
import { endSessions } from '../../identity/session-ends.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import type { Credential } from '../credential-repository.ts';
import { putAppInForce } from '../factors/set-up-app.ts';
import type { TokenCall } from './grant.ts';
import type { Step } from './step.ts';

export interface StepAnswers {
  readonly sealing: Sealing;
  /** Whether the user came in from the browser of the call before. */
  readonly isKnownBrowser: (sql: Sql, call: TokenCall, userId: string) => Promise<boolean>;
  /** Uses up what an authenticator answered. Returns the refusal. Source: IDN-33. */
  readonly passkey?: (call: TokenCall, user: Credential) => Promise<Rejection | undefined>;
}

interface Asked {
  readonly step: Step;
  readonly user: Credential;
  readonly hasRightPassword: boolean | undefined;
}

/** Uses up what answers a step: the method, or the refusal, whose counts stay. */
export async function answerStep(
  call: TokenCall,
  { step, user, hasRightPassword }: Asked,
  answers: StepAnswers,
): Promise<SignInMethod | Rejection> {
  const { sql, body } = call;
  const { methods } = step;
  const author = { ...user, kind: 'user' } as const;
  if (step.setUp) {
    const { sealing } = answers;
    const end = (inside: Sql) => endSessions(inside, user.id);
    const setUp = { user: author, code: body.code, sealing, endSessions: end };
    return (await putAppInForce(sql, setUp)) ?? 'APP';
  }
  if (body.code !== '' && methods.includes('APP')) return answerWithCode(call, user, answers);
  if (body.recovery_code !== '' && methods.includes('RECOVERY_CODE')) {
    const left = await useRecoveryCode(sql, user.id, body.recovery_code);
    if (left === undefined) return new Rejection('WRONG_CODE');
    await queueMail(sql, user, { kind: 'security', what: { is: 'recoveryUsed', left } });
    await recordOwnChange(sql, author, { recoveryCodeUsed: true });
    return 'RECOVERY_CODE';
  }
  if (body.passkey !== '' && methods.includes('PASSKEY')) {
    return (await answers.passkey?.(call, user)) ?? 'PASSKEY';
  }
  if (hasRightPassword !== undefined) {
    return hasRightPassword ? 'PASSWORD' : new Rejection('WRONG_CREDENTIALS');
  }
  return new Rejection('WRONG_CODE');
}

async function answerWithCode(
  call: TokenCall,
  user: Credential,
  { sealing, isKnownBrowser }: StepAnswers,
): Promise<SignInMethod | Rejection> {
  const { sql, body } = call;
  const isKnown = await isKnownBrowser(sql, call, user.id);
  const typed = { userId: user.id, typed: body.code, isKnown, sealing };
  const wrong = await useAppCode(sql, typed);
  if (wrong === undefined) return 'APP';
  if (wrong.isFirst) {
    await queueMail(sql, user, { kind: 'security', what: { is: 'wrongCode' } });
  }
  return wrong.refusal;
}
