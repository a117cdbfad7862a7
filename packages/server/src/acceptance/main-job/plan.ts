import * as applicationApi from '@comporta/contract/applications/application-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { createUser } from '@comporta/contract/users/user-api';
import type { Client } from '../client.ts';
import { PASSWORD } from '../company.ts';
import { checkCases } from './refusals.ts';
import type { Shop } from './shop.ts';
import type { Case } from './situation.ts';

/** Limits that leave room for the shop and for one more of each. */
export const PLAN = {
  MAX_APPS: 2,
  MAX_ENVIRONMENTS: 2,
  MAX_FEATURE_TOGGLES: 4,
  MAX_USERS: 3,
  MAX_ACCOUNT_KEYS: 1,
};

/** Uses the plan up; one more of each is then refused. Resolves with a working account key. */
export async function usePlanUp(admin: Client, { appId }: Shop): Promise<string> {
  const one = {
    application: { body: { name: 'Warehouse', environments: [{ name: 'Production' }] } },
    toggle: {
      params: { appId },
      body: { name: 'last', values: ['on', 'off'], defaultValue: 'off' },
    },
    user: { body: { name: 'Rui', email: 'rui@example.com' } },
    key: { body: { password: PASSWORD } },
  };
  await admin.call(applicationApi.createApplication, one.application);
  await admin.call(createToggle, one.toggle);
  await admin.call(createUser, one.user);
  const { key } = await admin.call(createAccountKey, one.key);

  const cases: Case[] = [
    [
      'MAX_APP_LIMIT_REACHED',
      () => admin.refusal(applicationApi.createApplication, one.application),
    ],
    ['MAX_FEATURE_TOGGLES_LIMIT_REACHED', () => admin.refusal(createToggle, one.toggle)],
    ['MAX_USERS_LIMIT_REACHED', () => admin.refusal(createUser, one.user)],
    ['MAX_ACCOUNT_KEYS_REACHED', () => admin.refusal(createAccountKey, one.key), { 'max-keys': 1 }],
  ];
  await checkCases(cases);
  return key;
}
