import type { AppSetUp } from '@comporta/contract/identity/security';
import { makeChallenge } from '../../identity/challenges.ts';
import { hasPasskey, holdFactors, saveApp } from '../../identity/factors/factor-repository.ts';
import { appAddress, newAppSecret, totpStep } from '../../identity/factors/totp.ts';
import { tellOfOwnChange } from '../../identity/mails/tell-of-own-change.ts';
import type { Sealing } from '../../identity/sealing.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Author } from '../../platform/callers/actor.ts';
import { recordOwnChange } from '../../platform/changes/changes.ts';
import { lockAccount, lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findBegunApp, forgetBegunApp } from './app-set-up-repository.ts';

/** Enough to install an app. */
const SET_UP_SECONDS = 15 * 60;
/** What the app shows in front of the e-mail. */
const ISSUER = 'Comporta';

type Person = Extract<Author, { kind: 'user' }>;

/** A secret that `putAppInForce` takes. An app that is in force stays so until then. Rejects with ENCRYPTION_KEY_MISSING. */
export async function beginApp(
  sql: Sql,
  { id, email }: Pick<Person, 'id' | 'email'>,
  sealing: Sealing,
): Promise<AppSetUp> {
  const secret = await newAppSecret();
  const sealed = await sealing.seal('app secret', id, secret);
  if (sealed === undefined) throw new Rejection('ENCRYPTION_KEY_MISSING');
  await forgetBegunApp(sql, id);
  await makeChallenge(sql, { kind: 'APP', userId: id, data: { sealed }, seconds: SET_UP_SECONDS });
  return { secret, address: await appAddress({ secret, issuer: ISSUER, label: email }) };
}

interface PutInForce {
  readonly user: Person;
  readonly code: string;
  readonly sealing: Sealing;
  /** Ends the sessions that a first factor ends. */
  readonly endSessions: (sql: Sql) => Promise<void>;
}

/**
 * Puts the app in force with its first code. The first factor ends the sessions that were opened without one. Returns the
 * refusal, WRONG_CODE or CHALLENGE_EXPIRED. Source: IDN-30, IDN-31.
 */
export async function putAppInForce(
  sql: Sql,
  { user, code, sealing, endSessions }: PutInForce,
): Promise<Rejection | undefined> {
  await lockAccount(sql, user.accountId);
  await lockUser(sql, user.id);
  const sealed = await findBegunApp(sql, user.id);
  const secret = sealed && (await sealing.open('app secret', user.id, sealed));
  if (sealed === undefined || secret === undefined) return new Rejection('CHALLENGE_EXPIRED');
  const step = await totpStep({ secret, typed: code, now: Date.now() / 1000, lastStep: null });
  if (step === null) return new Rejection('WRONG_CODE', { at: ['code'] });
  const held = await holdFactors(sql, user.id);
  const isFirst = !held?.hasApp && !(await hasPasskey(sql, user.id));
  await saveApp(sql, user.id, { sealedAppSecret: sealed, lastStep: step });
  await forgetBegunApp(sql, user.id);
  if (isFirst) await endSessions(sql);
  await tellOfOwnChange(sql, user, { is: 'factors', change: 'APP_SET_UP' });
  await recordOwnChange(sql, user, { appSetUp: true });
  return undefined;
}
