import { createAccount } from '@comporta/contract/accounts/account-api';
import * as accountKeyApi from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import * as passwordApi from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import * as userApi from '@comporta/contract/users/user-api';
import { PASSWORD } from '../company.ts';
import { ABSENT, type Case, type Situation } from './situation.ts';

const WRONG = 'wrong horse 1';

export function refusalsAboutPeople(situation: Situation): Case[] {
  return [...ofSessions(situation), ...ofUsers(situation), ...ofKeys(situation)];
}

function ofSessions({ visitor, admin, adminEmail, usedRequestId }: Situation): Case[] {
  const login = { grant_type: 'password', username: adminEmail, password: WRONG };
  const change = { currentPassword: WRONG, newPassword: PASSWORD, confirmation: PASSWORD };
  const signUp = {
    userName: 'Eve',
    userEmail: adminEmail,
    companyName: 'Eve',
    acceptTermsAndConditions: true,
  };
  return [
    ['WRONG_CREDENTIALS', () => visitor.refusal(createSession, { body: login })],
    [
      'UNKNOWN_USER',
      () =>
        visitor.refusal(passwordApi.requestPasswordReset, { body: { email: 'no@example.com' } }),
    ],
    [
      'INVALID_TOKEN',
      () =>
        visitor.refusal(passwordApi.setPassword, {
          params: { requestId: usedRequestId },
          body: { value: PASSWORD, confirmation: PASSWORD },
        }),
    ],
    ['WRONG_PASSWORD', () => admin.refusal(passwordApi.changePassword, { body: change })],
    ['EMAIL_ALREADY_IN_USE', () => visitor.refusal(createAccount, { body: signUp })],
  ];
}

function ofUsers({ admin, adminEmail, member }: Situation): Case[] {
  const again = { name: 'Eve', email: member.email.toUpperCase() };
  return [
    ['EMAIL_ALREADY_IN_USE', () => admin.refusal(userApi.createUser, { body: again })],
    [
      'SELF_DELETION_FORBIDDEN',
      async () => {
        const users = await admin.call(userApi.listUsers, {});
        const id = users.find(({ email }) => email === adminEmail)?.id ?? '';
        return admin.refusal(userApi.deleteUser, { params: { id } });
      },
    ],
    ['NOT_FOUND', () => admin.refusal(userApi.deleteUser, { params: { id: ABSENT } })],
  ];
}

function ofKeys({ admin, shop }: Situation): Case[] {
  const params = { appId: shop.appId, envId: shop.production.id };
  const reset = (password: string) =>
    admin.refusal(createEnvironmentKey, { params, body: { password } });
  const create = (password: string) =>
    admin.refusal(accountKeyApi.createAccountKey, { body: { password } });
  return [
    ['MANDATORY_PASSWORD', () => reset('')],
    ['WRONG_PASSWORD', () => reset(WRONG)],
    ['MANDATORY_PASSWORD', () => create('')],
    ['WRONG_PASSWORD', () => create(WRONG)],
    ['NOT_FOUND', () => admin.refusal(accountKeyApi.deleteAccountKey, { params: { id: ABSENT } })],
  ];
}
