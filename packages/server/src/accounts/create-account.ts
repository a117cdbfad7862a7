import { checkSignUp, type SignUpDraft } from '@comporta/contract/accounts/account';
import type { Language } from '@comporta/messages/languages';
import type { Config } from '../config.ts';
import { recordAccountChange } from '../platform/changes.ts';
import { accept } from '../platform/checked.ts';
import type { Sql } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { sendPasswordLink } from '../platform/password-links.ts';
import { Rejection } from '../platform/rejection.ts';
import { isSignUpOpen } from '../platform/sign-up.ts';
import { insertAccount, insertFirstAdmin, waitForOtherSignUps } from './account-repository.ts';

interface SignUp {
  readonly sql: Sql;
  readonly body: SignUpDraft;
  readonly language: Language;
}

/** Signs a company up with its first administrator, who is sent a link to set a password. */
export async function createAccount(
  { sql, body, language }: SignUp,
  { signup, defaultPlan, publicUrl }: Pick<Config, 'signup' | 'defaultPlan' | 'publicUrl'>,
): Promise<{ readonly id: string; readonly companyName: string }> {
  if (signup === 'first') await waitForOtherSignUps(sql);
  if (!(await isSignUpOpen(sql, signup))) throw new Rejection('SIGNUP_CLOSED');
  const { userName: name, userEmail: email, companyName } = accept(checkSignUp(body));

  const account = { id: newId(), name: companyName, plan: defaultPlan };
  await insertAccount(sql, account);
  const admin = { id: newId(), accountId: account.id, name, email, language };
  await insertFirstAdmin(sql, admin);
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
  await sendPasswordLink(sql, publicUrl, {
    recipient: { ...admin, companyName },
    reason: { kind: 'signedUp' },
  });
  return { id: account.id, companyName };
}
