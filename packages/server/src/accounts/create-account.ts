import { checkSignUp, type SignUpDraft } from '@comporta/contract/accounts/account';
import type { Language } from '@comporta/messages/languages';
import { sendPasswordLink } from '../identity/password-links.ts';
import { isSignUpOpen } from '../identity/sign-up.ts';
import { newId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { insertAccount, insertFirstAdmin } from './account-repository.ts';
import { freeUnconfirmedEmail, waitForOtherSignUps } from './unconfirmed-account-repository.ts';

interface SignUp {
  readonly sql: Sql;
  readonly body: SignUpDraft;
  readonly language: Language;
}

/** Signs a company up with its first administrator, who is sent a link to set a password. */
export async function createAccount(
  { sql, body, language }: SignUp,
  { signup, defaultPlan }: Pick<Config, 'signup' | 'defaultPlan'>,
): Promise<{ readonly id: string; readonly companyName: string }> {
  if (signup === 'first') await waitForOtherSignUps(sql);
  if (!(await isSignUpOpen(sql, signup))) throw new Rejection('SIGNUP_CLOSED');
  const { userName: name, userEmail: email, companyName } = valueOrReject(checkSignUp(body));

  await freeUnconfirmedEmail(sql, email);
  const account = { id: newId(), name: companyName, plan: defaultPlan };
  await insertAccount(sql, account);
  const admin = { id: newId(), accountId: account.id, name, email, language };
  await insertFirstAdmin(sql, admin).catch((error: unknown) => {
    const rejection = rejectionOfDatabaseError(error);
    if (rejection?.code !== 'EMAIL_ALREADY_IN_USE') throw error;
    throw new Rejection(rejection.code, { at: ['userEmail'] });
  });
  await recordAccountChange(
    sql,
    { kind: 'user', ...admin },
    {
      action: 'CREATED',
      type: 'user',
      id: admin.id,
      name,
      after: { name, email, admin: true, active: false, applications: [] },
    },
  );
  await sendPasswordLink(sql, admin, { kind: 'signedUp' });
  return { id: account.id, companyName };
}
